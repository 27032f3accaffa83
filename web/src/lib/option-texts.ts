import { t } from '@lingui/core/macro';

/**
 * Translations of the options of a new installation. They are found by the server's text, not by id: if operators changed the text of a
 * preset, it is shown as they wrote it.
 */
export const OPTION_TEXTS: ReadonlyMap<string, () => string> = new Map([
  // Plans.
  ['Standard Video', () => t`Standard Video`],
  ['HD Video', () => t`HD Video`],
  ['Extended Video', () => t`Extended Video`],
  ['Extended HD Video', () => t`Extended HD Video`],
  // Models.
  ['Smooth motion from a prompt or an image.', () => t`Smooth motion from a prompt or an image.`],
  ['Brings still images to life.', () => t`Brings still images to life.`],
  [
    'Wide scenes from a prompt, and it can avoid what you name.',
    () => t`Wide scenes from a prompt, and it can avoid what you name.`,
  ],
  ['Videos of 4 to 15 seconds with matching sound.', () => t`Videos of 4 to 15 seconds with matching sound.`],
  ['Videos with sound, sooner and for less.', () => t`Videos with sound, sooner and for less.`],
  [
    'Large videos with sound from a prompt, made quickly.',
    () => t`Large videos with sound from a prompt, made quickly.`,
  ],
  // Camera motions.
  ['Static', () => t`Static`],
  ['The camera does not move.', () => t`The camera does not move.`],
  ['Slow push-in', () => t`Slow push-in`],
  ['The camera moves slowly toward the subject.', () => t`The camera moves slowly toward the subject.`],
  ['Pull-back', () => t`Pull-back`],
  ['The camera moves away and reveals the surroundings.', () => t`The camera moves away and reveals the surroundings.`],
  ['Pan left', () => t`Pan left`],
  ['The camera turns to the left.', () => t`The camera turns to the left.`],
  ['Orbit', () => t`Orbit`],
  ['The camera circles the subject.', () => t`The camera circles the subject.`],
  ['Crane up', () => t`Crane up`],
  ['The camera rises above the scene.', () => t`The camera rises above the scene.`],
  // Styles.
  ['Cinematic', () => t`Cinematic`],
  ['A movie look with shallow depth of field.', () => t`A movie look with shallow depth of field.`],
  ['Documentary', () => t`Documentary`],
  ['Natural light and an observing camera.', () => t`Natural light and an observing camera.`],
  ['Watercolor', () => t`Watercolor`],
  ['A painting in soft, flowing colors.', () => t`A painting in soft, flowing colors.`],
  ['Clay animation', () => t`Clay animation`],
  ['Figures of clay, animated frame by frame.', () => t`Figures of clay, animated frame by frame.`],
  ['Black and white', () => t`Black and white`],
  ['No color, strong contrast.', () => t`No color, strong contrast.`],
  ['Golden hour', () => t`Golden hour`],
  ['Warm, low sunlight.', () => t`Warm, low sunlight.`],
  // Packs.
  ['Starter Pack', () => t`Starter Pack`],
  ['Popular Pack', () => t`Popular Pack`],
  ['Pro Pack', () => t`Pro Pack`],
  ['Five short videos to find your style', () => t`Five short videos to find your style`],
  ['Room for a whole series: over fifty short videos', () => t`Room for a whole series: over fifty short videos`],
  ['For studios and teams who publish every day', () => t`For studios and teams who publish every day`],
  // Restorations.
  ['Color restoration is not available.', () => t`Color restoration is not available.`],
]);

/** The name or description of a plan, model, preset, pack or other option in the user's language; as it is if nobody translated it. */
export function optionText(english: string): string {
  return OPTION_TEXTS.get(english)?.() ?? english;
}
