-- OSRM's own car profile, choosing the quickest way instead of its "routability", which Hereabouts has no equal of: with it the two
-- engines answer the same question. compare_osrm.py runs osrm-extract in OSRM's folder of profiles, where `car` is found.
local profile = require('car')
local setup = profile.setup

profile.setup = function()
  local settings = setup()
  settings.properties.weight_name = 'duration'
  return settings
end

return profile
