import HereaboutsAPI

extension MeshObstacle {
    /// What is wrong, and the remedy.
    var words: String {
        switch self {
        case .ownClock:
            """
            its system does not vouch for its clock, so it admits nobody, not even itself. Let the system set the clock \
            from the network, or, where the clock is right, start this server with --set mesh-clock=trusted
            """
        case .organiserClock:
            """
            the organiser's server answers, but its system does not vouch for its clock, so it admits nobody. There, let \
            the system set the clock from the network, or, where the clock is right, start the server with --set \
            mesh-clock=trusted
            """
        case .codeUsed:
            """
            another node has joined with this code. Get a new one from the organiser (`hereabouts mesh invite`), and \
            join again with it
            """
        case .codeEnded:
            """
            the code has ended, if this machine's clock is right. Get a new one from the organiser (`hereabouts mesh \
            invite --days 30`), and join again with it
            """
        case .removed:
            """
            an operator removed this node from the place. It can come back with new keys alone: get a code from the \
            organiser, and run `hereabouts mesh join CODE --replace`
            """
        case .unreachable:
            """
            no node of the place answers. Does the organiser's server run with --mesh, on the same network, at the \
            address and port in the code? Does its firewall let the port in?
            """
        case .otherPlace:
            """
            the server that answers belongs to another place. Get a code with the right address (`hereabouts mesh \
            invite --address …` at the organiser's server)
            """
        case .clocksDiffer:
            """
            the clocks of this machine and of the server that answers differ by more than half an hour. Set the wrong \
            one
            """
        case .organiserAway:
            """
            nodes of the place answer, but the organiser's server, which alone admits nodes, does not. Bring this \
            machine into its reach
            """
        case .notAdmitted:
            """
            the organiser's server answers, but did not make this code. Get one that it made (`hereabouts mesh invite` \
            there)
            """
        }
    }
}
