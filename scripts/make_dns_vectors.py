#!/usr/bin/env python3
"""Print messages of multicast DNS as another implementation (python-zeroconf) writes them, and see that the tests of
MeshLinks have these.

Usage: .venv/bin/python scripts/make_dns_vectors.py
"""
import pathlib
import re
import socket
import sys

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
    tests = pathlib.Path(__file__).resolve().parent.parent / "Tests/MeshLinksTests/DNSMessageTests.swift"
    # The literals there go on over several lines.
    literals = re.sub(r'"\s*\+\s*"', "", tests.read_text())
    for name, message in (("query", query()), ("answer", answer())):
        for packet in message.packets():
            print(name, packet.hex())
            if f'"{packet.hex()}"' not in literals:
                sys.exit(f"{tests.name} has another {name}")
