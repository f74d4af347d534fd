import GeoCore
import Gossip
import Mesh
import MeshLinks

extension MeshHost {
    /// Does what the node wants done. All frames for a link go together: each write costs a record of TLS and a packet.
    func perform(_ actions: [MeshAction]) {
        var frames: [LinkID: [[UInt8]]] = [:]
        for action in actions {
            switch action {
            case .send(let id, let frame):
                guard frame.count <= settings.links.longestFrame else {
                    tooLong += 1
                    continue
                }
                frames[id, default: []].append(frame)
            case .close(let id, let reason):
                close(id, sending: frames.removeValue(forKey: id) ?? [], reason)
            case .dial(let candidate): dial(candidate)
            case .kept(let message): show(message)
            case .dropped: break
            case .delivery(let id, let state):
                deliveries.set(id, state)
                notify(.delivery(id, state))
            }
        }
        for (id, frames) in frames { links[id]?.send(frames) }
    }

    private func close(_ id: LinkID, sending last: [[UInt8]], _ reason: CloseReason) {
        guard let link = links.removeValue(forKey: id) else { return }
        if !last.isEmpty { link.send(last) }
        link.close()
        notify(.nodes)
        guard reason == .silent else { return }
        candidates.lost(nil, link.address, lasted: .max, at: clock.now.steady)
        retry()
    }

    private func show(_ message: Message) {
        _ = hybrid.learn(message.time, at: clock.now.clock)
        if message.kind == .certificateRequest { notify(.certificateRequest) }
        if let line = line(message) { notify(.line(line)) }
        if message.kind == .links { notify(.nodes) }
        if message.kind == .gameMove { notify(.games) }
        keeping.add(message)
    }
}
