#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace floors {

/// Ends the program when a system call of its set-up failed.
inline int Checked(int result, const char* what) {
  if (result >= 0) return result;
  std::perror(what);
  std::exit(1);
}

inline sockaddr_in Loopback(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

/// A socket that sends to a port of this machine only, and never waits.
inline int ConnectedSocket(std::uint16_t port) {
  const int handle = Checked(socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0), "socket");
  const sockaddr_in to = Loopback(port);
  Checked(connect(handle, reinterpret_cast<const sockaddr*>(&to), sizeof(to)), "connect");
  return handle;
}

/// A socket on a free port that holds a tick of a hundred speakers. @param port receives the port
inline int BoundSocket(std::uint16_t& port) {
  const int handle = Checked(socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0), "socket");
  const int room = 4 << 20;
  setsockopt(handle, SOL_SOCKET, SO_RCVBUF, &room, sizeof(room));
  sockaddr_in address = Loopback(0);
  Checked(bind(handle, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), "bind");
  socklen_t size = sizeof(address);
  Checked(getsockname(handle, reinterpret_cast<sockaddr*>(&address), &size), "getsockname");
  port = ntohs(address.sin_port);
  return handle;
}

}  // namespace floors
