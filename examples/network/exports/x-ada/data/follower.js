window.YTD.follower.part0 = [ {
  "follower" : { "accountId" : "1002", "userLink" : "https://twitter.com/intent/user?user_id=1002" }
} ]
