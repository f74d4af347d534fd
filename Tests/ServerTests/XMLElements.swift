import Foundation
import FoundationXML
import Testing

/// The elements of an XML document, read by Foundation's parser.
final class XMLElements: NSObject, XMLParserDelegate {
    struct Element: Equatable {
        let name: String
        let attributes: [String: String]
        var text = ""
    }

    private var elements: [Element] = []
    private var open: [Int] = []

    /// Returns the elements in the order in which they begin; fails the test if the XML is not well formed.
    static func read(_ text: String) throws -> [Element] {
        let reader = XMLElements(), parser = XMLParser(data: Data(text.utf8))
        parser.delegate = reader
        try #require(parser.parse(), "well-formed XML: \(text.prefix(300))")
        return reader.elements
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        open.append(elements.count)
        elements.append(Element(name: name, attributes: attributes))
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        if let last = open.last { elements[last].text += text }
    }

    func parser(_ parser: XMLParser, didEndElement: String, namespaceURI: String?, qualifiedName: String?) {
        open.removeLast()
    }
}
