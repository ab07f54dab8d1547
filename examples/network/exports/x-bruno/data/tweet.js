window.YTD.tweet.part0 = [ {
  "tweet" : { "id_str" : "7", "full_text" : "Football, football and a hiking tour", "entities" : { "user_mentions" : [ ] } }
} ]
