import { call } from '@luit/contracts/messages/message';

export const ECHO = call<{ text: string }, { text: string }>('billing.echo');

/** Where the bare ping-pong asks. */
export const PING_LIST = 'bench:ping';
