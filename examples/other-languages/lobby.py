"""A game's server in Python, tested against a platform of its own. Standard library only.

Run it with: npx @sdkpp/platform exec -- python3 lobby.py
"""

import json
import os
import unittest
import urllib.error
import urllib.request

API = os.environ["SDKPP_API_BASE"] + "/v10"
GAME = os.environ["SDKPP_APPLICATION_ID"]
DAY_MS = 86_400_000


class Refusal(Exception):
    """The status and the body of an answer that says why not."""


def request(method, url, token, body=None):
    """Sends JSON and returns what comes back."""
    headers = {"Authorization": token, "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    sent = urllib.request.Request(url, data=data, headers=headers, method=method)
    try:
        with urllib.request.urlopen(sent, timeout=10) as answer:
            text = answer.read()
    except urllib.error.HTTPError as error:
        raise Refusal(error.code, error.read().decode()) from None
    return json.loads(text) if text else None


def control(operation, **arguments):
    """An operation of the platform's control, such as users/create."""
    url = f"{os.environ['SDKPP_CONTROL']}/control/v1/{operation}"
    return request("POST", url, f"Bearer {os.environ['SDKPP_CONTROL_TOKEN']}", arguments)


class LobbyTest(unittest.TestCase):
    def setUp(self):
        names = [f"{self._testMethodName}-{name}" for name in ("ada", "ben", "cyd")]
        self.ada, self.ben, self.cyd = (control("users/create", username=name)["id"] for name in names)
        self.lobby = control("lobbies/create", applicationId=GAME, memberIds=[self.ada, self.ben])["id"]

    def token(self, user):
        scope = "openid sdk.social_layer"
        tokens = control("tokens/issue", applicationId=GAME, userId=user, scope=scope)
        return f"Bearer {tokens['access_token']}"

    def test_members_read_what_a_member_writes(self):
        url = f"{API}/lobbies/{self.lobby}/messages"
        request("POST", url, self.token(self.ada), {"content": "ready?"})
        read = request("GET", url, self.token(self.ben))
        self.assertEqual([message["content"] for message in read], ["ready?"])

    def test_nobody_else_reads_it(self):
        with self.assertRaises(Refusal) as caught:
            request("GET", f"{API}/lobbies/{self.lobby}/messages", self.token(self.cyd))
        self.assertIn(caught.exception.args[0], (403, 404))

    def test_a_lost_answer_is_tried_again(self):
        control("faults/add", route="GET /lobbies/{lobby.id}", what={"status": 503}, times=1)
        url, token = f"{API}/lobbies/{self.lobby}", self.token(self.ada)
        with self.assertRaises(Refusal):
            request("GET", url, token)
        self.assertEqual(request("GET", url, token)["id"], self.lobby)

    def test_a_token_of_last_week_is_refused(self):
        token = self.token(self.ada)
        control("clock/advance", ms=8 * DAY_MS)
        with self.assertRaises(Refusal) as caught:
            request("GET", f"{API}/users/@me", token)
        self.assertEqual(caught.exception.args[0], 401)

    def test_a_wrong_argument_is_named(self):
        with self.assertRaises(Refusal) as caught:
            control("users/create", username="")
        status, body = caught.exception.args
        self.assertEqual((status, json.loads(body)["error"]["argument"]), (400, "username"))


if __name__ == "__main__":
    unittest.main()
