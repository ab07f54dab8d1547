"""The studio as a program on this machine sees it: what it lets in, what it answers, how it ends."""
import ast
import http.client
import json
import re
import shlex
import signal
import socket
import subprocess
import threading
import time
import unittest

from support import LETHE, PATIENCE, CliTest

POLICY = """[columns]
person_id = { role = "identifier" }

[[step]]
method = "mondrian"
columns = ["age", "sex"]
k = 5
"""


class Studio(CliTest):
    def setUp(self):
        super().setUp()
        self.people(150)
        self.start()

    def start(self, *more):
        self.program = subprocess.Popen([LETHE, "studio", ".", "--no-browser", *more], cwd=self.folder,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(self.end)
        line = self.program.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/\?token=(\w+)", line)
        self.assertTrue(found, line)
        self.port, self.token = int(found[1]), found[2]
        self.host = f"127.0.0.1:{self.port}"
        self.cookie = None

    def end(self):
        if self.program.poll() is None:
            self.program.send_signal(signal.SIGINT)
            self.program.wait(60 * PATIENCE)
        self.program.stdout.close()
        self.program.stderr.close()

    def ask(self, method, path, body=None, **headers):
        """Headers by name, with _ for -; None leaves one out that is there by default."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120 * PATIENCE)
        sent = {"Host": self.host}
        if self.cookie:
            sent["Cookie"] = self.cookie
        if method != "GET":
            sent |= {"Origin": f"http://{self.host}", "Content-Type": "application/json"}
        for name, value in headers.items():
            sent[name.replace("_", "-")] = value
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        data = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        for name, value in sent.items():
            if value is not None:
                connection.putheader(name, value)
        if method != "GET":
            connection.putheader("Content-Length", str(len(data)))
        connection.endheaders(data)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        return answer, content

    def log_in(self):
        answer, _ = self.ask("GET", f"/?token={self.token}")
        self.assertEqual(answer.status, 303)
        self.cookie = answer.getheader("Set-Cookie").split(";")[0]

    def status(self, *arguments, **more):
        return self.ask(*arguments, **more)[0].status

    def get(self, path):
        answer, content = self.ask("GET", path)
        self.assertLess(answer.status, 300, content)
        return json.loads(content)

    def post(self, path, body):
        answer, content = self.ask("POST", path, body)
        self.assertLess(answer.status, 300, content)
        return json.loads(content)

    def run_job(self, project, operation, seed=None, **options):
        job = self.post(f"/api/projects/{project}/jobs", {"operation": operation, "options": options, "seed": seed})
        for _ in range(6000 * PATIENCE):
            job = self.get(f"/api/jobs/{job['id']}")
            if job["state"] not in ("waiting", "running"):
                return job
            time.sleep(0.02)
        self.fail("the job does not end")

    # Who is let in.

    def test_nothing_without_the_link_and_the_link_works_once(self):
        for path in ("/", "/app.js", "/api/about", "/api/projects"):
            self.assertEqual(self.status("GET", path), 401, path)
        self.assertEqual(self.status("GET", "/?token=" + "0" * 64), 401)
        self.log_in()
        self.assertEqual(self.status("GET", "/api/about"), 200)
        stolen = self.cookie
        self.cookie = None
        self.assertEqual(self.status("GET", f"/?token={self.token}"), 401)
        self.assertEqual(self.status("GET", "/api/about", Cookie=stolen[:-1] + "x"), 401)
        # A further browser gets a link of its own, in the terminal alone.
        self.assertIn("token=", self.program.stdout.readline())

    def test_only_this_host(self):
        self.log_in()
        for host in ("evil.example", f"evil.example:{self.port}", f"localhost.evil.example:{self.port}", "127.0.0.1",
                     "127.0.0.1:1", f"127.0.0.1:{self.port}.evil.example", f"[::1]:{self.port}"):
            self.assertEqual(self.status("GET", "/api/about", Host=host), 403, host)
            self.assertEqual(self.status("GET", "/", Host=host), 403, host)
        self.assertEqual(self.status("GET", "/api/about", Host=f"localhost:{self.port}"), 200)

    def test_only_our_own_page_changes_something(self):
        self.log_in()
        made = lambda **headers: self.status("POST", "/api/projects", {"data": "people.csv"}, **headers)
        for origin in (None, "null", "http://evil.example", f"https://{self.host}", f"http://{self.host}.evil.example",
                       f"http://localhost:{self.port}"):
            self.assertEqual(made(Origin=origin), 403, origin)
        for site in ("cross-site", "same-site", "none"):
            self.assertEqual(made(Sec_Fetch_Site=site), 403, site)
        for kind in ("text/plain", "application/x-www-form-urlencoded", None):
            self.assertEqual(made(Content_Type=kind), 415, kind)
        self.assertEqual(self.get("/api/projects"), {"projects": []})
        self.assertEqual(made(), 201)
        self.assertEqual(self.status("GET", "/api/projects", Sec_Fetch_Site="cross-site"), 403)

    def test_get_changes_nothing(self):
        self.log_in()
        project = self.post("/api/projects", {"data": "people.csv"})["id"]
        before = sorted(str(p) for p in self.folder.rglob("*"))
        for path in (f"/api/projects/{project}/jobs", f"/api/projects/{project}/policy", "/api/jobs/1/stop",
                     f"/api/projects/{project}/state", f"/api/projects/{project}/export"):
            self.assertIn(self.status("GET", path), (404, 405), path)
        self.assertEqual(before, sorted(str(p) for p in self.folder.rglob("*")))

    def test_what_every_answer_carries(self):
        self.log_in()
        for path in ("/", "/app.js", "/api/about", "/api/nothing"):
            answer, _ = self.ask("GET", path)
            policy = answer.getheader("Content-Security-Policy")
            self.assertIn("default-src 'none'", policy)
            self.assertIn("frame-ancestors 'none'", policy)
            self.assertNotIn("unsafe", policy)
            self.assertEqual(answer.getheader("X-Content-Type-Options"), "nosniff")
            self.assertEqual(answer.getheader("Referrer-Policy"), "no-referrer")
            self.assertIsNone(answer.getheader("Access-Control-Allow-Origin"))

    # What is refused.

    def test_no_path_leads_out(self):
        self.log_in()
        secret = self.folder.parent / (self.folder.name + "-secret.csv")
        secret.write_text("a,b\n1,2\n")
        self.addCleanup(secret.unlink)
        (self.folder / "link.csv").symlink_to(secret)
        for path in ("..", f"../{secret.name}", str(secret), "link.csv", "/etc/passwd", "./../.."):
            self.assertEqual(self.status("POST", "/api/files", {"path": path}), 400, path)
            self.assertEqual(self.status("POST", "/api/projects", {"data": path}), 400, path)
        for target in ("/../etc/passwd", "/%2e%2e/etc/passwd", "/api/..%2f..%2fetc/passwd", "/%00", "/api/%zz"):
            self.assertIn(self.status("GET", target), (400, 404), target)

    def test_large_bodies_and_odd_ones(self):
        self.log_in()
        with socket.create_connection(("127.0.0.1", self.port), timeout=60 * PATIENCE) as line:
            line.sendall((f"POST /api/files HTTP/1.1\r\nHost: {self.host}\r\nOrigin: http://{self.host}\r\n"
                          f"Cookie: {self.cookie}\r\nContent-Type: application/json\r\n"
                          f"Content-Length: 100000000\r\n\r\n").encode())
            self.assertIn(b" 413 ", line.recv(1000))
        for body in (b"", b"[]", b"{", b"null", b"\xff\xfe", b"[" * 200000, b'{"path": 3}', b'{"path": "a\\u0000b"}'):
            self.assertEqual(self.status("POST", "/api/files", body), 400, body[:20])
        self.assertEqual(self.status("GET", "/api/about", X="y" * 20000), 431)
        self.assertEqual(self.status("GET", "/api/about"), 200)

    def test_a_slow_client_does_not_hold_up_others(self):
        self.log_in()
        slow = [socket.create_connection(("127.0.0.1", self.port)) for _ in range(20)]
        for line in slow:
            line.sendall(b"GET /api/about HTTP/1.1\r\nHos")
        begun = time.time()
        self.assertEqual(self.status("GET", "/api/about"), 200)
        self.assertLess(time.time() - begun, 5 * PATIENCE)
        for line in slow:
            line.close()

    def test_fifty_at_once(self):
        self.log_in()
        project = self.post("/api/projects", {"data": "people.csv"})["id"]
        seen = []
        work = [threading.Thread(target=lambda: seen.append(
            self.status("POST", f"/api/projects/{project}/rows", {"from": 0, "count": 50}))) for _ in range(50)]
        for one in work:
            one.start()
        for one in work:
            one.join()
        self.assertEqual(seen, [200] * 50)

    # What it does.

    def test_the_release_is_that_of_the_command_shown(self):
        self.log_in()
        project = self.post("/api/projects", {"data": "people.csv"})["id"]
        self.post(f"/api/projects/{project}/policy", {"text": POLICY})
        self.assertEqual(self.run_job(project, "protect", 7, assess=True)["state"], "done")
        result = self.get(f"/api/projects/{project}")["results"][-1]
        release = self.folder / "people.lethe/release/people.csv"
        of_studio = release.read_bytes()
        release.unlink()
        words = shlex.split(result["command"])
        self.assertEqual(words[0], "lethe")
        self.ok(*words[1:])
        self.assertEqual(release.read_bytes(), of_studio)
        # As Python it is one call with the same options (python/tests/test_steps.py runs it).
        call = ast.parse(result["python"]).body[0].value
        self.assertEqual(ast.unparse(call.func), "lethe.run")
        operation, data, options = map(ast.literal_eval, call.args)
        self.assertEqual((operation, data), ("protect", "table"))
        self.assertEqual(options, result["options"])
        self.assertEqual([(one.arg, one.value.value) for one in call.keywords], [("seed", 7)])

    def test_what_it_writes_is_private(self):
        self.log_in()
        project = self.post("/api/projects", {"data": "people.csv"})["id"]
        self.post(f"/api/projects/{project}/policy", {"text": POLICY})
        self.run_job(project, "inspect")
        self.assertEqual((self.folder / "people.lethe").stat().st_mode & 0o777, 0o700)
        for name in ("project.json", "policy.toml", "policy.0001.toml", "result.0001.json"):
            self.assertEqual((self.folder / "people.lethe" / name).stat().st_mode & 0o777, 0o600, name)

    def test_nothing_of_the_data_in_what_it_prints(self):
        self.log_in()
        project = self.post("/api/projects", {"data": "people.csv"})["id"]
        self.run_job(project, "inspect")
        self.program.send_signal(signal.SIGINT)
        out, err = self.program.communicate(timeout=60 * PATIENCE)
        self.assertNotIn("people", out + err)
        self.assertEqual(self.program.returncode, 0)

    def test_it_ends_when_nobody_asks(self):
        self.end()
        self.start("--idle-end", "0.01")
        self.assertEqual(self.program.wait(60 * PATIENCE), 0)

    def test_a_port_that_is_taken_and_a_folder_that_is_not_there(self):
        self.fails(5, "studio", ".", "--no-browser", "--port", str(self.port), says=str(self.port))
        self.fails(5, "studio", "nowhere", "--no-browser", says="nowhere")

    def test_events_tell_of_jobs(self):
        self.log_in()
        project = self.post("/api/projects", {"data": "people.csv"})["id"]
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60 * PATIENCE)
        connection.request("GET", f"/api/projects/{project}/events", headers={"Host": self.host, "Cookie": self.cookie})
        stream = connection.getresponse()
        self.assertEqual(stream.getheader("Content-Type"), "text/event-stream")
        self.post(f"/api/projects/{project}/jobs", {"operation": "inspect"})
        states = []
        while not states or states[-1] != "done":
            line = stream.fp.readline().decode()
            if line.startswith("data:") and '"state"' in line:
                states.append(json.loads(line[5:])["state"])
        self.assertEqual(states[-1], "done")
        connection.close()


if __name__ == "__main__":
    unittest.main()
