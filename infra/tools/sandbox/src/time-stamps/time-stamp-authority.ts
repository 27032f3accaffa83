import 'reflect-metadata';
import {
  Attribute,
  CertificateChoices,
  CertificateSet,
  CMSVersion,
  DigestAlgorithmIdentifiers,
  EncapsulatedContent,
  EncapsulatedContentInfo,
  id_contentType,
  id_messageDigest,
  id_signedData,
  IssuerAndSerialNumber,
  SignedData,
  SignerIdentifier,
  SignerInfo,
  SignerInfos,
} from '@peculiar/asn1-cms';
import { AsnConvert, AsnObjectIdentifierConverter, OctetString } from '@peculiar/asn1-schema';
import {
  id_ct_tstInfo,
  PKIStatus,
  PKIStatusInfo,
  TimeStampReq,
  TimeStampResp,
  TimeStampToken,
  TSTInfo,
  TSTInfoVersion,
} from '@peculiar/asn1-tsp';
import { AlgorithmIdentifier, Certificate } from '@peculiar/asn1-x509';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectKeyIdentifierExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { createHash, KeyObject, randomBytes, sign, webcrypto } from 'node:crypto';

const { subtle } = webcrypto;
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const SHA256 = '2.16.840.1.101.3.4.2.1';
const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2';
/** RFC 5035, section 3. */
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';
/** Belongs to private enterprise 32473, which RFC 5612 reserves for examples. */
const POLICY = '1.3.6.1.4.1.32473.1';
const YEARS_MS = 10 * 365 * 24 * 3600 * 1000;
const SEQUENCE = 0x30;
const SET_OF = 0x31;

/** Issues time stamps (RFC 3161). Its certificate comes from its own authority, which nobody trusts. */
export class TimeStampAuthority {
  private constructor(
    private readonly key: KeyObject,
    private readonly certificate: X509Certificate,
    /** The authority that issued the certificate, PEM. */
    readonly authority: string,
  ) {}

  static async create(): Promise<TimeStampAuthority> {
    const validity = { notBefore: new Date(Date.now() - YEARS_MS), notAfter: new Date(Date.now() + YEARS_MS) };
    const rootKeys = await subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
    const root = await X509CertificateGenerator.createSelfSigned({
      ...{ ...validity, name: 'CN=Sandbox time stamp root', keys: rootKeys, signingAlgorithm: ALGORITHM },
      extensions: [
        new BasicConstraintsExtension(true, undefined, true),
        new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
        await SubjectKeyIdentifierExtension.create(rootKeys.publicKey),
      ],
    });
    const keys = await subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
    const certificate = await X509CertificateGenerator.create({
      ...{ ...validity, subject: 'CN=Sandbox time stamps', issuer: root.subject, publicKey: keys.publicKey },
      ...{ signingKey: rootKeys.privateKey, signingAlgorithm: ALGORITHM },
      extensions: [
        new BasicConstraintsExtension(false, undefined, true),
        new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.timeStamping], true),
        await SubjectKeyIdentifierExtension.create(keys.publicKey),
        await AuthorityKeyIdentifierExtension.create(rootKeys.publicKey),
      ],
    });
    return new TimeStampAuthority(KeyObject.from(keys.privateKey), certificate, root.toString('pem'));
  }

  /** @param request DER of a `TimeStampReq` @returns DER of a `TimeStampResp` @throws Error if the request cannot be read */
  answer(request: Uint8Array): ArrayBuffer {
    const { messageImprint, nonce } = AsnConvert.parse(request, TimeStampReq);
    const info = new TSTInfo({
      ...{ version: TSTInfoVersion.v1, policy: POLICY, messageImprint, genTime: new Date() },
      ...{ serialNumber: positiveInteger(), ...(nonce && { nonce }) },
    });
    const response = new TimeStampResp({
      status: new PKIStatusInfo({ status: PKIStatus.granted }),
      timeStampToken: new TimeStampToken({
        contentType: id_signedData,
        content: AsnConvert.serialize(this.signed(AsnConvert.serialize(info))),
      }),
    });
    return AsnConvert.serialize(response);
  }

  /** Cryptographic Message Syntax (RFC 5652). */
  private signed(content: ArrayBuffer): SignedData {
    const certificate = AsnConvert.parse(this.certificate.rawData, Certificate);
    const { issuer, serialNumber } = certificate.tbsCertificate;
    const sha256 = new AlgorithmIdentifier({ algorithm: SHA256 });
    const signedAttrs = [
      new Attribute({ attrType: id_contentType, attrValues: [objectIdentifier(id_ct_tstInfo)] }),
      new Attribute({ attrType: id_messageDigest, attrValues: [AsnConvert.serialize(digestOf(content))] }),
      new Attribute({ attrType: SIGNING_CERTIFICATE_V2, attrValues: [signingCertificate(this.certificate)] }),
    ];
    const signature = sign('sha256', derSetOf(signedAttrs.map((each) => AsnConvert.serialize(each))), this.key);
    const signerInfo = new SignerInfo({
      version: CMSVersion.v1,
      sid: new SignerIdentifier({ issuerAndSerialNumber: new IssuerAndSerialNumber({ issuer, serialNumber }) }),
      ...{ digestAlgorithm: sha256, signedAttrs, signature: new OctetString(signature) },
      signatureAlgorithm: new AlgorithmIdentifier({ algorithm: ECDSA_WITH_SHA256 }),
    });
    return new SignedData({
      version: CMSVersion.v3,
      digestAlgorithms: new DigestAlgorithmIdentifiers([sha256]),
      encapContentInfo: new EncapsulatedContentInfo({
        eContentType: id_ct_tstInfo,
        eContent: new EncapsulatedContent({ single: new OctetString(content) }),
      }),
      certificates: new CertificateSet([new CertificateChoices({ certificate })]),
      signerInfos: new SignerInfos([signerInfo]),
    });
  }
}

function digestOf(content: ArrayBuffer): OctetString {
  return new OctetString(createHash('sha256').update(Buffer.from(content)).digest());
}

function objectIdentifier(value: string): ArrayBuffer {
  return AsnObjectIdentifierConverter.toASN(value).toBER();
}

function positiveInteger(): ArrayBuffer {
  const bytes = randomBytes(8);
  bytes.writeUInt8((bytes.readUInt8() & 0x7f) | 0x40);
  return new Uint8Array(bytes).buffer;
}

/** A list of one `ESSCertIDv2` with the hash of the certificate (RFC 5035, section 3). */
function signingCertificate({ rawData }: X509Certificate): ArrayBuffer {
  const hash = Buffer.from(AsnConvert.serialize(digestOf(rawData)));
  return new Uint8Array(der(SEQUENCE, der(SEQUENCE, der(SEQUENCE, hash)))).buffer;
}

/** The signed content: the attributes as a set in the order of their bytes, although they are written with another tag. */
function derSetOf(elements: ArrayBuffer[]): Buffer {
  return der(SET_OF, Buffer.concat(elements.map((each) => Buffer.from(each)).sort(Buffer.compare)));
}

/** @param content up to 255 bytes */
function der(tag: number, content: Buffer): Buffer {
  const length = content.length < 128 ? [content.length] : [0x81, content.length];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}
