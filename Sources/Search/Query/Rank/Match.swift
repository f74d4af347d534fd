/// The match of a candidate's names and context with the query.
struct Match {
    /// How well the candidate matches each word of the query.
    var qualities = WordQualities.none
    /// Where the best name begins in the table of names.
    var name = 0
    /// How much of the best name the query covers, in bytes of folded words.
    var covered = 0
    /// The length of that name; zero if no name matches.
    var nameLength = 0
    /// How many typing errors the covered words contain.
    var slips = 0
    /// Whether all words of the query name the kind of the candidate.
    var isOfKind = false
    /// The locality that the query names, for a street in several localities; `nil` for none.
    var locality: Int?
    /// Whether the query's first word matches the name's first.
    var beginsAlike = false
    /// Whether the name begins with all words of the query in their order.
    var beginsAsQuery = false
}
