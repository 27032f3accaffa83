import { t } from '@lingui/core/macro';
import { BOAT_AT_DAWN, LOOM_AT_NIGHT, RAIN_OVER_TEA_GARDEN } from '../../shared/examples/sample-prompts';

export const homeCopy = {
  get pageTitle() {
    return t`Luit: AI video from a sentence`;
  },
  get headline() {
    return t`Say it. Watch it.`;
  },
  get lead() {
    return t`Describe a scene in one sentence and Luit turns it into a short video within minutes. You see the price before you start.`;
  },
  get promptLabel() {
    return t`What do you want to see?`;
  },
  get promptPlaceholder() {
    return t`Describe the subject, setting, movement and light`;
  },
  get start() {
    return t`Make a video`;
  },
  get assurance() {
    return t`You pay only for videos that succeed. If one fails, your credits are returned automatically.`;
  },
  get exampleLabel() {
    return t`Example prompt`;
  },
  get examplesLabel() {
    return t`Or start with an example`;
  },
  get sampleTitle() {
    return t`One sentence in, one video out`;
  },
  get sampleLabel() {
    return t`Sample video: a country boat on the Brahmaputra at dawn as the camera slowly moves closer`;
  },
  get sampleTag() {
    return t`Sample`;
  },
  get sampleCaption() {
    return t`A silent sample drawn without an AI model. Your video is generated from your own prompt.`;
  },
  get sampleCaptions() {
    return t`English`;
  },
  get sampleUse() {
    return t`Use this prompt`;
  },
  get galleryTitle() {
    return t`Ideas to start from`;
  },
  get featuresTitle() {
    return t`Why Luit`;
  },
  get videoTitle() {
    return t`From your prompt to a finished MP4`;
  },
  get videoText() {
    return t`Choose 5 or 10 seconds at 480p or 720p. Follow the progress live, or close the page and come back later. If the video fails, your credits are returned automatically.`;
  },
  get videoAction() {
    return t`Open Prompt to Video`;
  },
  get payOnce() {
    return t`Pay once for this video`;
  },
  get facts() {
    return [
      { name: t`Price`, value: t`Shown before you start` },
      { name: t`Typical processing time`, value: t`1-5 minutes` },
      { name: t`Expiry of purchased credits`, value: t`Never` },
    ];
  },
  /** Example prompts with short names. */
  get examples() {
    return [
      { name: t`Boat at dawn`, prompt: BOAT_AT_DAWN },
      { name: t`Tea garden in the rain`, prompt: RAIN_OVER_TEA_GARDEN },
      { name: t`Loom at night`, prompt: LOOM_AT_NIGHT },
    ];
  },
  get features() {
    return [
      {
        id: 'restore',
        title: t`Restore old images`,
        text: t`Repair scratches, blur and faded faces in family photos, at up to four times the original size.`,
      },
      {
        id: 'photo',
        title: t`Photo to video`,
        text: t`Upload a photo, describe the movement you want, and get a short video.`,
      },
      {
        id: 'fast',
        title: t`Fast`,
        text: t`Most videos and photos are ready within 1-5 minutes. We notify you when yours is done.`,
      },
      {
        id: 'price',
        title: t`Flexible pay-as-you-go pricing`,
        text: t`Buy a pack of credits, with no subscription. You spend credits only on jobs that succeed.`,
      },
    ];
  },
};
