import ArgumentParser
@main struct Hereabouts: ParsableCommand { func run() throws { print("hereabouts") } }
