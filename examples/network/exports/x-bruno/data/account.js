window.YTD.account.part0 = [ { "account" : { "username" : "bruno_made_up", "accountId" : "1002" } } ]
