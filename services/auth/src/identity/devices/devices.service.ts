import { Injectable } from '@nestjs/common';
import { timingSafeEqual } from 'node:crypto';
import { type EntityManager, Not } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { SecretsService } from '../../records/secrets/secrets.service';
import { TrustedDeviceEntity } from './trusted-device.entity';

/** Device id and its HMAC. */
const TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/;
/** Stands in for a missing id, so that the lookup takes the same time. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Recognizes devices by a signed id that they store. Several owners may trust the same device. */
@Injectable()
export class DevicesService {
  constructor(private readonly secrets: SecretsService) {}

  /** The id in the device token, or a new id if the token is missing or its signature is invalid. */
  idOf({ token }: { token?: unknown }): string {
    return this.idIn(token) ?? uuidv7();
  }

  tokenOf(deviceId: string): string {
    return `${deviceId}.${this.secrets.tokenOf('device', deviceId)}`;
  }

  /** The device id if the owner trusts the device. */
  async findTrustedId(
    manager: EntityManager,
    ownerId: string | undefined,
    { token }: { token?: unknown },
  ): Promise<string | undefined> {
    const deviceId = this.idIn(token) ?? NOBODY;
    const isTrusted = await manager.existsBy(TrustedDeviceEntity, { ownerId: ownerId ?? NOBODY, deviceId });
    return isTrusted ? deviceId : undefined;
  }

  /** Trusts the device. Returns whether it is the owner's first, was already trusted, or is new. */
  async trust(manager: EntityManager, ownerId: string, deviceId: string): Promise<'first' | 'trusted' | 'new'> {
    const trusted = await manager.findBy(TrustedDeviceEntity, { ownerId });
    await manager.upsert(TrustedDeviceEntity, { ownerId, deviceId, lastSeenAt: new Date() }, ['ownerId', 'deviceId']);
    if (trusted.length === 0) return 'first';
    return trusted.some((device) => device.deviceId === deviceId) ? 'trusted' : 'new';
  }

  /** Someone else who knew the old password may have made the owner trust a device. */
  async untrustOthers(manager: EntityManager, ownerId: string, deviceId: string | null): Promise<void> {
    await manager.delete(TrustedDeviceEntity, { ownerId, deviceId: Not(deviceId ?? NOBODY) });
  }

  private idIn(token: unknown): string | undefined {
    const [, id, proof] = TOKEN.exec(typeof token === 'string' ? token : '') ?? [];
    if (!id || !proof) return undefined;
    const expected = Buffer.from(this.secrets.tokenOf('device', id));
    return timingSafeEqual(Buffer.from(proof), expected) ? id : undefined;
  }
}
