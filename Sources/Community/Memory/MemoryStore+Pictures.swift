import Synchronization

extension MemoryStore {
    package func add(_ picture: Picture, key: IdempotencyKey?, within budget: PictureBudget) throws -> Picture {
        try write { state in
            if let key, let id: PictureID = try state.object(of: key, at: picture.created),
                let known = state.pictures[id]
            {
                return known
            }
            if let owner = picture.owner, state.accounts[owner] == nil { throw CommunityFault.notFound }
            try budget.check(
                picture.bytes, for: picture.share, taken: state.pictureBytes(of: picture.share),
                byAll: state.pictureBytes(of: nil))
            state.pictures[picture.id] = picture
            if let key { state.remember(key, for: picture.id, at: picture.created) }
            return picture
        }
    }

    package func picture(addedWith key: IdempotencyKey, at time: Timestamp) throws -> Picture? {
        try state.withLock { state in
            let id: PictureID? = try state.object(of: key, at: time)
            return id.flatMap { state.pictures[$0] }
        }
    }

    package func pictureBytes(of share: PictureShare?) -> Int { state.withLock { $0.pictureBytes(of: share) } }

    package func picture(_ id: PictureID) -> Picture? { state.withLock { $0.pictures[id] } }

    package func post(showing picture: PictureID) -> Post? {
        state.withLock { $0.posts.values.first { $0.picture?.id == picture } }
    }

    package func forgetUnusedPictures(addedBefore time: Timestamp) -> [PictureID] {
        state.withLock { state in
            let used = Set(state.posts.values.compactMap(\.picture?.id))
                .union(state.versions.flatMap(\.draft.content.pictures).map(\.id))
                .union(state.imprint.content.pictures.map(\.id))
            let unused = state.pictures.values.filter { $0.created < time && !used.contains($0.id) }.map(\.id)
            for id in unused { state.pictures[id] = nil }
            return unused
        }
    }
}

extension MemoryStore.State {
    func pictureBytes(of share: PictureShare?) -> Int {
        let all = pictures.values.filter { share == nil || $0.share == share }.reduce(0) { $0 + $1.bytes }
        return share == .guests ? all - comePictureBytes : all
    }
}
