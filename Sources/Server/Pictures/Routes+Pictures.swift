import Community
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import NIOCore
import Pictures

extension Routes {
    /// Adds the routes that add and return pictures.
    mutating func addPictures(
        _ gallery: PictureGallery, _ cache: GuideCache, _ imprints: Imprints, _ authentication: Authentication
    ) {
        on(AddPictureRequest.self, authentication) { request, viewer, exchange in
            try await exchange.created(
                try await gallery.add(request.content, by: viewer.account?.id, key: request.key))
        }
        on(PictureRequest.self, authentication) { request, viewer, exchange in
            try exchange.spendAnswer()
            guard let id = PictureID(text: request.id) else { throw CommunityFault.notFound }
            let isInImprint = try await imprints.shows(id)
            // Everybody may see the imprint, with its pictures.
            if !isInImprint { try authentication.checkMayRead(viewer) }
            let isSeenElsewhere = if isInImprint { true } else { try await cache.shows(id, to: viewer.account) }
            let bytes = try await gallery.bytes(
                of: id, PictureSize(request.size), for: viewer.account, isSeenElsewhere: isSeenElsewhere)
            // A picture never changes, but an operator may hide it: shared caches must not keep it, nor private ones
            // for long.
            return Response(
                status: .ok, headers: [.contentType: "image/webp", .cacheControl: "private, max-age=3600"],
                body: ResponseBody(ByteBuffer(bytes: bytes), on: exchange.eventLoop))
        }
    }
}

extension PictureSize {
    fileprivate init(_ name: PictureSizeName) {
        switch name {
        case .small: self = .small
        case .medium: self = .medium
        case .large: self = .large
        }
    }
}
