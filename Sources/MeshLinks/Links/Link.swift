package import NIOCore

/// An established link. It closes when nobody reads its frames any more.
package struct Link: Sendable {
    package typealias Frames = NIOAsyncSequenceProducer<
        [UInt8], NIOAsyncSequenceProducerBackPressureStrategies.HighLowWatermark, LinkInbox
    >

    package let facts: LinkEstablished
    /// What the other side sends, until the link ends; to be read by one task. While nobody reads, the other side is
    /// held back.
    package let frames: Frames
    package let address: NodeAddress?
    /// The port at which the other side listens; `nil` if it dialled.
    package let port: UInt16?
    private let channel: any Channel

    init(_ facts: LinkEstablished, _ frames: Frames, _ channel: any Channel) {
        (self.facts, self.frames, self.channel) = (facts, frames, channel)
        address = channel.remoteAddress.flatMap { NodeAddress($0) }
        port = facts.role == .dialler ? channel.remoteAddress?.port.map { UInt16(clamping: $0) } : nil
    }

    /// Sends a frame, at least one byte and at most `LinkSettings.longestFrame`, without waiting. When the other side
    /// takes too little, the link closes: what was sent may not have arrived, as on any link that ends.
    package func send(_ frame: [UInt8]) { send([frame]) }

    /// Sends frames in their order, as `send(_:)` does. They share records of TLS and packets.
    package func send(_ frames: [[UInt8]]) {
        var buffer = channel.allocator.buffer(capacity: 0)
        for frame in frames {
            precondition(!frame.isEmpty, "a frame has at least one byte")
            if buffer.readableBytes > 0, buffer.readableBytes + frame.count > Self.mostTogether {
                channel.write(buffer, promise: nil)
                buffer = channel.allocator.buffer(capacity: 0)
            }
            buffer.reserveCapacity(minimumWritableBytes: FrameReader.prefixLength + frame.count)
            buffer.writeBytes(FrameReader.prefix(frame.count))
            buffer.writeBytes(frame)
        }
        channel.writeAndFlush(buffer, promise: nil)
    }

    /// The greatest number of bytes of one write, but for longer frames.
    private static let mostTogether = 1 << 16

    package func close() { channel.close(promise: nil) }

    /// Waits until the link has ended.
    package func closed() async { try? await channel.closeFuture.get() }
}

/// Tells a link when its reader wants more, and when nobody reads it any more.
///
/// A class because the sequence of frames and the link's handler share it.
package final class LinkInbox: NIOAsyncSequenceProducerDelegate {
    private let wanted: @Sendable () -> Void
    private let ended: @Sendable () -> Void

    init(wanted: @escaping @Sendable () -> Void, ended: @escaping @Sendable () -> Void) {
        (self.wanted, self.ended) = (wanted, ended)
    }

    package func produceMore() { wanted() }
    package func didTerminate() { ended() }
}
