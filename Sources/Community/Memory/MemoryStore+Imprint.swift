import GeoCore
import Synchronization

extension MemoryStore: ImprintStore {
    package func imprint() -> Imprint { state.withLock { $0.imprint } }

    package func setImprint(
        _ content: Imprint.Content, at revision: Int, by editor: AccountID, at time: Timestamp
    ) throws -> Imprint {
        try write { state in
            guard state.imprint.revision == revision else {
                throw CommunityFault.changedMeanwhile(current: state.imprint.revision)
            }
            var content = content
            content.pictures = try content.pictures.map { wanted in
                guard let picture = state.pictures[wanted.id],
                    state.isInImprint(wanted.id)
                        || (picture.owner == editor && !state.isInGuide(wanted.id) && !state.isInPost(wanted.id))
                else { throw CommunityFault.pictureUnavailable }
                state.pictures[wanted.id] = picture.taken
                return ShownPicture(id: wanted.id, width: picture.width, height: picture.height, text: wanted.text)
            }
            state.imprint = Imprint(
                content: content, revision: revision + 1, changed: state.clock.reading(at: time))
            return state.imprint
        }
    }
}

extension MemoryStore.State {
    func isInImprint(_ picture: PictureID) -> Bool { imprint.content.pictures.contains { $0.id == picture } }

    func isInPost(_ picture: PictureID) -> Bool { posts.values.contains { $0.picture?.id == picture } }
}
