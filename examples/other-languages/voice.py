"""A voice test in Python, with people who speak and listen. Standard library only.

Run it with: npx sdkpp-test exec -- python3 voice.py hello.wav
"""

import base64
import json
import os
import sys
import unittest
import urllib.error
import urllib.request

DAY_MS = 86_400_000
HELLO = base64.b64encode(open(sys.argv.pop(), "rb").read()).decode()


class Refusal(Exception):
    """The status of an answer, and its error, which says why not."""


def control(operation, **arguments):
    """An operation of the platform's control, such as users/create or actors/speak."""
    url = f"{os.environ['SDKPP_CONTROL']}/control/v1/{operation}"
    headers = {
        "Authorization": f"Bearer {os.environ['SDKPP_CONTROL_TOKEN']}",
        "Content-Type": "application/json",
    }
    request = urllib.request.Request(url, data=json.dumps(arguments).encode(), headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            text = answer.read()
    except urllib.error.HTTPError as error:
        raise Refusal(error.code, json.load(error)["error"]) from None
    return json.loads(text) if text else None


class VoiceTest(unittest.TestCase):
    def setUp(self):
        """Three people, two of them in the call of a lobby."""
        self.ids = {name: control("actors/state", actor=name)["id"] for name in ("ada", "ben", "cyd")}
        for name in ("ada", "ben"):
            self.lobby = control("actors/joinLobby", actor=name, secret=self._testMethodName)
            control("actors/joinVoice", actor=name, place=self.lobby)

    def assert_heard(self, speaker, listener):
        """What the listener decodes is what the speaker says."""
        control("actors/speak", actor=speaker, sound=HELLO)
        heard = {"of": HELLO, "within": 15_000, "atLeast": {"seconds": 1, "estoi": 0.7}}
        figures = control("actors/heard", actor=listener, speaker=speaker, **heard)
        self.assertGreaterEqual(figures["seconds"], 1)

    def test_a_member_is_heard_again_after_a_cut(self):
        self.assert_heard("ada", "ben")
        control("voice/close", userId=self.ids["ada"], how="reset")
        self.assert_heard("ada", "ben")

    def test_nobody_hears_a_call_from_outside(self):
        control("actors/speak", actor="ada", sound={"hz": 440})
        with self.assertRaises(Refusal) as caught:
            control("actors/heard", actor="cyd", speaker="ada", within=500)
        status, error = caught.exception.args
        self.assertEqual((status, error["details"]["cause"]), (422, "NOT_IN_CALL"))

    def test_three_days_pass_and_come_back(self):
        control("actors/say", actor="ada", place=self.lobby, content="see you on Monday")
        control("snapshots/save", name="today")
        control("clock/advance", ms=3 * DAY_MS)
        # Messages of lobbies are kept for 72 hours.
        self.assertEqual(control("actors/messages", actor="ben", place=self.lobby), [])
        late = control("users/create", username="latecomer")["id"]
        control("snapshots/load", name="today")
        self.assertNotIn(late, [user["id"] for user in control("users/list")])
        # Everybody was disconnected, as by a restart, and comes back by itself.
        self.assert_heard("ben", "ada")
        self.assertEqual(len(control("actors/messages", actor="ben", place=self.lobby)), 1)


if __name__ == "__main__":
    unittest.main()
