import { SignedData } from '@peculiar/asn1-cms';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { MessageImprint, TimeStampReq, TimeStampResp, TSTInfo } from '@peculiar/asn1-tsp';
import { AlgorithmIdentifier } from '@peculiar/asn1-x509';
import { type RunningSandbox, startSandbox } from '../sandbox';

describe('the time stamp authority', () => {
  let sandbox: RunningSandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ mailbox: false });
  });
  afterAll(() => sandbox.close());

  const ask = (body: ArrayBuffer) =>
    fetch(`${sandbox.url}/time-stamps`, {
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query' },
      body,
    });

  it('stamps the hash and the nonce of the request with its time', async () => {
    const nonce = Buffer.from('4102030405060708', 'hex');
    const request = new TimeStampReq({
      messageImprint: new MessageImprint({
        hashAlgorithm: new AlgorithmIdentifier({ algorithm: '2.16.840.1.101.3.4.2.1' }),
        hashedMessage: new OctetString(Buffer.alloc(32, 7)),
      }),
      ...{ nonce: new Uint8Array(nonce).buffer, certReq: true },
    });
    const asked = Date.now();
    const response = await ask(AsnConvert.serialize(request));
    expect(response.headers.get('content-type')).toBe('application/timestamp-reply');
    const { status, timeStampToken } = AsnConvert.parse(await response.arrayBuffer(), TimeStampResp);
    expect(status.status).toBe(0);
    const { encapContentInfo, certificates } = AsnConvert.parse(timeStampToken!.content, SignedData);
    const info = AsnConvert.parse(encapContentInfo.eContent!.single!.buffer, TSTInfo);
    expect(Buffer.from(info.nonce!)).toEqual(nonce);
    expect(Buffer.from(info.messageImprint.hashedMessage.buffer)).toEqual(Buffer.alloc(32, 7));
    // Whole seconds.
    expect(info.genTime.getTime()).toBeGreaterThan(asked - 1_000);
    expect(certificates).toHaveLength(1);
  });

  it('rejects what is not a request', async () => {
    expect((await ask(new Uint8Array([1, 2, 3]).buffer)).status).toBe(400);
  });
});
