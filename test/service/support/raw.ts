/** Requests byte by byte, as no proper client sends them. */

import { connect, type Socket } from 'node:net';

/** A connection to the service at `url`. */
export function open(url: string): Socket {
  const { port } = new URL(url);
  return connect(Number(port), '127.0.0.1').on('error', () => undefined);
}

/** Sends text and resolves with all that came back once the connection ends or nothing came for a while. */
export function exchange(url: string, text: string, quietMs = 1000): Promise<string> {
  return new Promise((resolve) => {
    const socket = open(url);
    let received = '';
    const end = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(received);
    };
    let timer = setTimeout(end, quietMs);
    socket.on('data', (data) => {
      received += data.toString('latin1');
      clearTimeout(timer);
      timer = setTimeout(end, quietMs);
    });
    socket.on('end', end);
    socket.write(text);
  });
}
