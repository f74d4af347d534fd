"""The real program as a node with certificates of its own: what its commands and its log say."""
import contextlib
import socket
import ssl
import subprocess
import time

import pytest

from conftest import ROOT, with_mesh

NAME = "library.local"


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


@contextlib.contextmanager
def serving(sample, folder, *settings):
    """The port of a server, and a function that returns what it has logged."""
    program, atlas = sample
    port_file, log = folder / "port", folder / "log"
    with log.open("w") as errors:
        server = subprocess.Popen(
            [program, "serve", "--atlas", str(atlas), "--data", str(folder / "data"), "--host", "127.0.0.1", "--port", "0",
             "--port-file", str(port_file), "--web", str(ROOT / "Web"), "--guests", "post", *with_mesh(), *settings],
            stdout=subprocess.DEVNULL, stderr=errors)
        try:
            while not (port_file.exists() and port_file.read_text().strip()):
                assert server.poll() is None, log.read_text()
                time.sleep(0.05)
            yield int(port_file.read_text()), log.read_text
        finally:
            server.terminate()
            server.wait(20)


def mesh(sample, *arguments):
    return subprocess.run([sample[0], "mesh", *arguments], check=False, text=True, capture_output=True, timeout=60)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_commands_ask_a_server_with_a_certificate_of_its_own(sample, tmp_path, host):
    with serving(sample, tmp_path, "--tls", "auto", "--set", "mesh-name=town hall") as (port, _):
        data = ["--server", f"https://{host}:{port}", "--data", str(tmp_path / "data")]
        status = mesh(sample, "status", *data)
        assert status.returncode == 0, status.stderr
        assert "node     town hall, a member" in status.stdout
        assert mesh(sample, "send", "soup at six", *data).returncode == 0
        assert " a visitor at town hall: soup at six" in mesh(sample, "log", *data).stdout
        assert mesh(sample, "send", "bread", "--name", "Ada", *data).returncode == 0
        assert " ~Ada, a visitor at town hall: bread" in mesh(sample, "log", *data).stdout
        assert "this node" in mesh(sample, "nodes", *data).stdout
        # Without its folder nothing vouches for the server, and without encryption it says nothing.
        for wrong in (["--server", f"https://{host}:{port}", "--data", str(tmp_path)], ["--server", f"http://{host}:{port}", *data[2:]]):
            refused = mesh(sample, "status", *wrong)
            assert refused.returncode != 0 and "--data" in refused.stderr, refused.stderr


def test_commands_ask_a_server_without_encryption_beside_an_authority(sample, tmp_path):
    with serving(sample, tmp_path, "--set", f"mesh-host-name={NAME}", "--set", f"mesh-https-port={free_port()}") as (port, _):
        status = mesh(sample, "status", "--server", f"http://127.0.0.1:{port}", "--data", str(tmp_path / "data"))
        assert status.returncode == 0, status.stderr


def shown_name(port):
    """The names in the certificate that answers at a port."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with socket.create_connection(("127.0.0.1", port)) as plain, context.wrap_socket(plain, server_hostname=NAME) as link:
        text = subprocess.run(
            ["openssl", "x509", "-inform", "der", "-noout", "-ext", "subjectAltName"], input=link.getpeercert(True),
            capture_output=True, check=True)
    return text.stdout.decode()


def wait_for(text, log, seconds=90):
    end = time.monotonic() + seconds
    while text not in log():
        assert time.monotonic() < end, log()
        time.sleep(0.1)


def test_pages_at_the_name_stay_where_the_port_of_trust_is_taken(sample, tmp_path):
    pages = free_port()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        trust = taken.getsockname()[1]
        settings = ["--set", f"mesh-host-name={NAME}", "--set", f"mesh-https-port={pages}", "--trust-port", str(trust)]
        with serving(sample, tmp_path, *settings) as (_, log):
            wait_for(f"pages of the place are at https://{NAME}:{pages}", log)
            wait_for(f"at port {trust}: Address already in use; choose another with trust-port", log)
            assert NAME in shown_name(pages)
            assert "mesh-https-port" not in log()


def test_pages_at_the_name_stay_where_the_authority_cannot_sign(sample, tmp_path):
    pages = free_port()
    settings = ["--set", f"mesh-host-name={NAME}", "--set", f"mesh-https-port={pages}", "--trust-port", str(free_port())]
    with serving(sample, tmp_path, *settings) as (_, log):
        wait_for("pages of the place are at", log)
    (tmp_path / "data/tls/authority-key.pem").write_text("no key\n")
    # The certificate is no longer of that authority, so the server wants to sign another one.
    (tmp_path / "data/tls/authority.pem").write_bytes(b"no certificate\n")
    (tmp_path / "port").unlink()
    with serving(sample, tmp_path, *settings) as (_, log):
        wait_for("pages of the place are at", log)
        wait_for("certificates of the place's name are not signed", log)
        assert NAME in shown_name(pages)


def test_a_stop_logs_no_error(sample, tmp_path):
    pages = free_port()
    settings = ["--set", f"mesh-host-name={NAME}", "--set", f"mesh-https-port={pages}", "--trust-port", str(free_port())]
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with serving(sample, tmp_path, *settings) as (_, log):
        wait_for("pages of the place are at", log)
        reader = context.wrap_socket(socket.create_connection(("127.0.0.1", pages)), server_hostname=NAME)
        reader.sendall(f"GET /api/v1/events HTTP/1.1\r\nHost: {NAME}:{pages}\r\n\r\n".encode())
        assert reader.recv(12) == b"HTTP/1.1 200"
    # The server has stopped, while somebody read there.
    reader.close()
    assert " error " not in log(), log()
