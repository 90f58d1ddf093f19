"""Loaded by Python before a program, below `exec --redirect discordpy`, in its child processes too.

discord.py gets the addresses of the platform as soon as it is imported. Whatever else would reach the real service is refused,
whichever library asks: Python reports every look-up of a name and every connection to an audit hook.
"""

import errno
import functools
import importlib.abc
import importlib.machinery
import importlib.util
import os
import re
import socket
import sys

_REAL = re.compile(os.environ["SDKPP_REAL_HOSTS"], re.IGNORECASE)
_API = os.environ["SDKPP_API_BASE"]
_CDN = os.environ["SDKPP_WEB_BASE"] + "/cdn"
_GATEWAY = os.environ["SDKPP_GATEWAY"]
_OWN_FOLDER = os.path.dirname(os.path.abspath(__file__))


def _host_of(event, arguments):
    """A look-up, or a connection to an address that a library has looked up for itself."""
    if event in ("socket.getaddrinfo", "socket.gethostbyname"):
        return arguments[0]
    if event in ("socket.connect", "socket.sendto"):
        address = arguments[1]
        return address[0] if isinstance(address, tuple) else None
    return None


def _refuse_real_hosts(event, arguments):
    if event.startswith("socket."):
        _refuse(_host_of(event, arguments))


def _refuse(host):
    if isinstance(host, bytes):
        host = host.decode("ascii", "replace")
    if not isinstance(host, str) or not _REAL.search(host):
        return
    raise ConnectionRefusedError(
        errno.ECONNREFUSED,
        f"{host} is not reached below `exec --redirect`: only the API, the gateway and the CDN of discord.py are led to the"
        " platform, so take other addresses from a setting",
    )


def _refuse_names_of_sockets():
    """`connect` and its like look a name up themselves, and the audit hook hears of it afterwards."""

    def before_the_look_up(method):
        @functools.wraps(method)
        def checked(self, *arguments):
            address = arguments[-1] if arguments else None
            _refuse(address[0] if isinstance(address, tuple) and address else None)
            return method(self, *arguments)

        return checked

    for name in ("connect", "connect_ex", "sendto", "sendmsg"):
        if hasattr(socket.socket, name):
            setattr(socket.socket, name, before_the_look_up(getattr(socket.socket, name)))


def _lead_api(module):
    def set_version(version):
        module.Route.BASE = f"{_API}/v{version}"

    set_version(module.Route.BASE.rpartition("/v")[2])
    if hasattr(module, "_set_api_version"):
        module._set_api_version = set_version


def _lead_pictures(module):
    module.Asset.BASE = _CDN


def _lead_gateway(module):
    gateway = module.DiscordWebSocket
    if hasattr(gateway, "DEFAULT_GATEWAY"):
        gateway.DEFAULT_GATEWAY = type(gateway.DEFAULT_GATEWAY)(_GATEWAY)


def _look_up_by_the_system(module):
    """Another resolver would ask past the audit hook."""
    module.DefaultResolver = module.ThreadedResolver


_CHANGES = {
    "discord.http": _lead_api,
    "discord.asset": _lead_pictures,
    "discord.gateway": _lead_gateway,
    "aiohttp.resolver": _look_up_by_the_system,
}


class _ChangingLoader(importlib.abc.Loader):
    """Loads a module as its own loader does, and changes it before anybody sees it."""

    def __init__(self, loader, change):
        self._loader = loader
        self._change = change

    def create_module(self, spec):
        return self._loader.create_module(spec)

    def exec_module(self, module):
        self._loader.exec_module(module)
        self._change(module)


class _ChangingFinder(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name not in _CHANGES:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = _ChangingLoader(spec.loader, _CHANGES[name])
        return spec


def _run_the_next_one():
    """Python knows one `sitecustomize`; that of the system or of the program stands behind this one."""
    others = [folder for folder in sys.path if os.path.abspath(folder) != _OWN_FOLDER]
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", others)
    if spec is not None and spec.loader is not None:
        spec.loader.exec_module(importlib.util.module_from_spec(spec))


sys.addaudithook(_refuse_real_hosts)
_refuse_names_of_sockets()
sys.meta_path.insert(0, _ChangingFinder())
_run_the_next_one()
