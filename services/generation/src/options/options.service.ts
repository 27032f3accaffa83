import { LuitError } from '@luit/contracts/errors';
import { type NewVideoOptions, type VideoOptions, videoOptions } from '@luit/contracts/generation/options';
import { makesVideo } from '@luit/contracts/generation/outputs';
import type { Preset } from '@luit/contracts/generation/presets';
import type { NewRequest } from '@luit/contracts/generation/requests';
import { characterCount } from '@luit/contracts/messages/character-count';
import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';
import { PresetsService } from '../presets/presets.service';
import { RequestEntity } from '../request-rows/request.entity';
import { takenDownAmong } from '../takedowns/taken-down-files';
import { applyTemplates, type StoredOptions } from '../request-rows/stored-options';
import type { Quote } from './quotes.service';

const IMAGE_TAKEN_DOWN = 'This image was taken down.';
const KIND_NAMES: Record<Preset['kind'], string> = { camera: 'camera motion', style: 'style' };
const tooLong = (characters: number) =>
  `The prompt with its camera motion and style may have at most ${characters} characters`;

/** Completes the options of a new video with what is looked up: presets, the video that it continues, and its seed. */
@Injectable()
export class OptionsService {
  constructor(
    private readonly database: DataSource,
    private readonly presets: PresetsService,
  ) {}

  /**
   * Null for a restoration.
   *
   * @throws LuitError `validation_failed` for an image that was taken down, a preset or a video that is not available, or a prompt that
   *   presets make too long
   */
  async resolve(request: NewRequest, { model, choices, values }: Quote): Promise<StoredOptions | null> {
    await this.refuseTakenDownImages(request);
    if (request.type === 'restore') return null;
    const templates = await this.templatesOf(request);
    const limit = choices.parameters.prompt!.maxCharacters;
    if (characterCount(applyTemplates(request.prompt, templates)) > limit) throw invalid('prompt', tooLong(limit));
    const { parameters } = choices;
    return {
      ...absentAsNull({ ...request, ...values }),
      seed: parameters.seed ? (values.seed ?? drawSeed()) : null,
      seedless: model.entry.routes.flatMap(({ provider, fields }) => (fields.seed === undefined ? [provider] : [])),
      templates,
      extendedKey: request.extendOf ? await this.outputOf(request.userId, request.extendOf) : null,
    };
  }

  /** Images that were uploaded with the request belong to no other request, so checking them needs no statement. */
  private async refuseTakenDownImages(request: NewRequest): Promise<void> {
    const { imageKey, imageHash, lastImageKey, lastImageHash, referenceKeys = [], referenceHashes } = request;
    const first = imageHash === undefined ? imageKey : undefined;
    const last = lastImageHash === undefined ? lastImageKey : undefined;
    const keys = [first, last, ...(referenceHashes ? [] : referenceKeys)].filter((key) => key !== undefined);
    if (keys.length === 0) return;
    const [found] = await takenDownAmong(this.database, keys);
    if (found === undefined) return;
    throw invalid(found === first ? 'imageUrl' : found === last ? 'lastImageUrl' : 'references', IMAGE_TAKEN_DOWN);
  }

  private async templatesOf({ cameraMotion, style }: NewVideoOptions): Promise<string[]> {
    const ids = [cameraMotion, style].filter((id) => id !== undefined);
    if (ids.length === 0) return [];
    const { presets } = await this.presets.list();
    const textOf = (field: keyof NewVideoOptions, kind: Preset['kind'], id: string | undefined) => {
      if (id === undefined) return [];
      const found = presets.find((preset) => preset.id === id && preset.kind === kind);
      if (!found) throw invalid(field, `This ${KIND_NAMES[kind]} is no longer available`);
      return [found.text];
    };
    return [...textOf('cameraMotion', 'camera', cameraMotion), ...textOf('style', 'style', style)];
  }

  private async outputOf(userId: string, id: string): Promise<string> {
    const video = await this.database.getRepository(RequestEntity).findOneBy({ id, userId });
    const isAvailable = video?.state === 'succeeded' && makesVideo(video.type) && !video.eraseAt && !video.takedown;
    if (isAvailable && video.outputKey) return video.outputKey;
    throw invalid('extendOf', 'Only a finished video of your own can be continued');
  }
}

/** Evenly from 0 to 2³¹ − 1. */
function drawSeed(): number {
  return randomBytes(4).readUInt32BE() >>> 1;
}

/** The options of a request as its row stores them. */
function absentAsNull(request: NewVideoOptions): VideoOptions {
  const names = videoOptions.keyof().options;
  return Object.fromEntries(
    names.map((name) => [name, request[name] === '' ? null : (request[name] ?? null)]),
  ) as VideoOptions;
}

function invalid(field: string, text: string): LuitError {
  return new LuitError('validation_failed', text, { details: { [field]: text } });
}
