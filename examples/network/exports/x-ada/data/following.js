window.YTD.following.part0 = [ {
  "following" : { "accountId" : "1002", "userLink" : "https://twitter.com/intent/user?user_id=1002" }
}, {
  "following" : { "accountId" : "999", "userLink" : "https://twitter.com/intent/user?user_id=999" }
} ]
