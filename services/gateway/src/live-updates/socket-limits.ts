/** Socket limits of one process; each allowance may be used in one burst. */
export interface SocketSettings {
  /** Packets of one socket per minute, regardless of their content. */
  framesPerMinute: number;
  /** Packets of all sockets of one account per minute. */
  accountFramesPerMinute: number;
  /** Concurrent sockets per account, per guest access token and per address (IPv6: one /64). */
  perAccount: number;
  perGuest: number;
  perAddress: number;
  /** Handshakes of one address per minute. */
  handshakesPerMinute: number;
}

const SOCKET_LIMITS: SocketSettings = {
  framesPerMinute: 120,
  accountFramesPerMinute: 600,
  perAccount: 20,
  perGuest: 5,
  perAddress: 500,
  handshakesPerMinute: 600,
};

/** The limits of an address times `factor`, because a network may have many users. */
export function socketLimits(factor: number): SocketSettings {
  const { perAddress, handshakesPerMinute } = SOCKET_LIMITS;
  return { ...SOCKET_LIMITS, perAddress: perAddress * factor, handshakesPerMinute: handshakesPerMinute * factor };
}
