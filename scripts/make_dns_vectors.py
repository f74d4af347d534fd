#!/usr/bin/env python3
"""Print messages of multicast DNS as another implementation (python-zeroconf) writes them, for the tests of MeshLinks.

Usage: .venv/bin/python scripts/make_dns_vectors.py
"""
import socket

from zeroconf import DNSAddress, DNSOutgoing, DNSPointer, DNSQuestion, DNSService, DNSText, const

SERVICE = "_hereabouts._tcp.local."
INSTANCE = "00112233445566ff._hereabouts._tcp.local."
HOST = "00112233445566ff.local."
UNIQUE = const._CLASS_IN | const._CLASS_UNIQUE


def query():
    out = DNSOutgoing(const._FLAGS_QR_QUERY)
    out.add_question(DNSQuestion(SERVICE, const._TYPE_PTR, const._CLASS_IN))
    asked = DNSQuestion("Place.local.", const._TYPE_ANY, const._CLASS_IN)
    asked.unicast = True
    out.add_question(asked)
    out.add_answer_at_time(DNSPointer(SERVICE, const._TYPE_PTR, const._CLASS_IN, 100, INSTANCE), 0)
    return out


def answer():
    out = DNSOutgoing(const._FLAGS_QR_RESPONSE | const._FLAGS_AA)
    out.add_answer_at_time(DNSPointer(SERVICE, const._TYPE_PTR, const._CLASS_IN, 120, INSTANCE), 0)
    out.add_answer_at_time(DNSService(INSTANCE, const._TYPE_SRV, UNIQUE, 120, 1, 2, 40404, HOST), 0)
    out.add_answer_at_time(DNSText(INSTANCE, const._TYPE_TXT, UNIQUE, 120, b"\x03v=1\x0ap=01020304"), 0)
    out.add_additional_answer(DNSAddress(HOST, const._TYPE_A, UNIQUE, 120, socket.inet_aton("10.90.1.2")))
    address = socket.inet_pton(socket.AF_INET6, "fe80::1234")
    out.add_additional_answer(DNSAddress(HOST, const._TYPE_AAAA, UNIQUE, 0, address))
    return out


if __name__ == "__main__":
    for name, message in (("query", query()), ("answer", answer())):
        for packet in message.packets():
            print(name, packet.hex())
