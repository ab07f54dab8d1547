window.YTD.account.part0 = [ {
  "account" : { "email" : "ada@example.org", "createdVia" : "web", "username" : "ada_made_up", "accountId" : "1001",
    "createdAt" : "2015-03-01T10:00:00.000Z", "accountDisplayName" : "Ada" }
} ]
