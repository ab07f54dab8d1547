window.YTD.following.part0 = [ { "following" : { "accountId" : "1001" } } ]
