// The part of socket.io-client that the module uses; at build time the real file lies beside the scripts.
export interface Socket {
  connected: boolean;
  active: boolean;
  auth: { token: string; lang: string; via: string };
  on(event: string, listener: (...given: any[]) => void): this;
  connect(): this;
  disconnect(): this;
  timeout(milliseconds: number): { emitWithAck(event: string, message: unknown): Promise<any> };
}

export function io(address: string, options: Record<string, unknown>): Socket;
