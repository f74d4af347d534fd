/// The match of a candidate's names and context with the query.
struct Match {
    /// The quality of the match with each word of the query.
    var qualities = WordQualities.none
    /// The start of the best name in the table of names.
    var name = 0
    /// The length of the part of the best name that the query covers, in bytes of folded words.
    var covered = 0
    /// The length of that name; zero if no name matches.
    var nameLength = 0
    /// The number of typing errors in the covered words.
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
