import { Injectable } from '@nestjs/common';
import { timingSafeEqual } from 'node:crypto';
import { type EntityManager, Not } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { SecretsService } from '../secrets/secrets.service';
import { TrustedDeviceEntity } from './trusted-device.entity';

/** The device's id, and what proves that the id came from us. */
const TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/;
/** No account: to look for a device in as much time as for a real owner's. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Knows devices again by a signed id that they keep. One device may be known to several owners. */
@Injectable()
export class DevicesService {
  constructor(private readonly secrets: SecretsService) {}

  /** The id in a device's token, or a new one where there is none, or none of ours. */
  idOf({ token }: { token?: unknown }): string {
    return this.idIn(token) ?? uuidv7();
  }

  tokenOf(deviceId: string): string {
    return `${deviceId}.${this.secrets.tokenOf('device', deviceId)}`;
  }

  /** The device's id where that owner has signed in with it before. */
  async findTrustedId(
    manager: EntityManager,
    ownerId: string | undefined,
    { token }: { token?: unknown },
  ): Promise<string | undefined> {
    const deviceId = this.idIn(token) ?? NOBODY;
    const isKnown = await manager.existsBy(TrustedDeviceEntity, { ownerId: ownerId ?? NOBODY, deviceId });
    return isKnown ? deviceId : undefined;
  }

  /** From now on the device is known. Answers whether it is the owner's first, one known before, or a new one. */
  async trust(manager: EntityManager, ownerId: string, deviceId: string): Promise<'first' | 'known' | 'new'> {
    const known = await manager.findBy(TrustedDeviceEntity, { ownerId });
    await manager.upsert(TrustedDeviceEntity, { ownerId, deviceId, lastSeenAt: new Date() }, ['ownerId', 'deviceId']);
    if (known.length === 0) return 'first';
    return known.some((device) => device.deviceId === deviceId) ? 'known' : 'new';
  }

  /** Whoever else knew the old password may have made a device known. */
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
