window.YTD.tweets.part0 = [ {
  "tweet" : { "id_str" : "1", "full_text" : "Jazz tonight, and wine with @bruno_made_up", "created_at" : "Sat Mar 02 20:00:00 +0000 2024",
    "entities" : { "user_mentions" : [ { "screen_name" : "bruno_made_up", "id_str" : "1002" } ], "urls" : [ ] } }
}, {
  "tweet" : { "id_str" : "2", "full_text" : "More jazz", "in_reply_to_screen_name" : "bruno_made_up", "in_reply_to_user_id_str" : "1002",
    "entities" : { "user_mentions" : [ ] } }
} ]
