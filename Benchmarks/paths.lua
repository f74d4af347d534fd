-- For wrk: asks for the paths of the file named by PATHS, one after the other, each connection from another place in it.
local paths = {}
for line in io.lines(os.getenv("PATHS")) do
    paths[#paths + 1] = line
end
local position = 0

function init()
    position = math.random(#paths)
end

function request()
    position = position % #paths + 1
    return wrk.format("GET", paths[position])
end

function done(summary, latency)
    local errors = summary.errors
    io.write(string.format("RESULT %d %d %d %d %d\n", summary.requests, summary.duration,
        errors.status + errors.connect + errors.read + errors.write + errors.timeout,
        latency:percentile(50), latency:percentile(99)))
end
