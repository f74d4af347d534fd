import HereaboutsAPI
import Hummingbird

extension Routes {
    /// Adds the routes by which operators run the mesh.
    mutating func addMeshOperating(_ node: MeshAnswers, _ authentication: Authentication) {
        on(MeshRosterRequest.self, authentication) { _, _, exchange in
            try await exchange.encoded(try await node.roster(), isList: true, cacheControl: Exchange.personal)
        }
        on(InviteNodeRequest.self, authentication) { request, _, exchange in
            try await exchange.created(try await node.invite(request.body))
        }
        on(RemoveNodeRequest.self, authentication) { request, _, _ in
            try await node.remove(request.node)
            return Response(status: .noContent)
        }
        on(HideInMeshRequest.self, authentication) { request, _, _ in
            try await node.setHidden(true, request.kind, request.subject)
            return Response(status: .noContent)
        }
        on(ShowInMeshRequest.self, authentication) { request, _, _ in
            try await node.setHidden(false, request.kind, request.subject)
            return Response(status: .noContent)
        }
        on(MeshDutiesRequest.self, authentication) { _, _, exchange in
            try await exchange.encoded(try await node.duties(), cacheControl: Exchange.personal)
        }
        on(ChangeMeshDutiesRequest.self, authentication) { request, _, exchange in
            try await exchange.encoded(try await node.change(request.body), cacheControl: Exchange.personal)
        }
    }
}
