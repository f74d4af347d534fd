import Synchronization

extension MemoryStore {
    package func add(_ link: RegistrationLink) throws {
        try write { state in
            state.links = state.links.filter { $0.value.expires > link.created }
            guard state.links.count < RegistrationLink.maximum else { throw CommunityFault.tooManyLinks }
            state.links[link.id] = link
        }
    }

    package func registrationLinks(at time: Timestamp) -> [RegistrationLink] {
        state.withLock { Array($0.links.values) }.filter { $0.expires > time }.sorted { $0.id > $1.id }
    }

    package func remove(_ link: RegistrationLinkID) throws {
        try write { state in
            guard state.links.removeValue(forKey: link) != nil else { throw CommunityFault.notFound }
        }
    }
}
