window.YTD.profile.part0 = [ {
  "profile" : { "description" : { "bio" : "made up", "website" : "", "location" : "Barcelona" } }
} ]
