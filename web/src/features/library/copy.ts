import { MAX_ZIP_FILES, TRASH_DAYS } from '@luit/contracts/generation/limits';
import { plural, t } from '@lingui/core/macro';
import { formatNumber } from '../../lib/format';

const days = TRASH_DAYS;
const limit = MAX_ZIP_FILES;

export const libraryCopy = {
  get title() {
    return t`Library`;
  },
  get heading() {
    return t`Your videos and photos`;
  },
  get lead() {
    return t`Everything you create stays here until you delete it.`;
  },
  storage: (count: number, size: string) => {
    const items = formatNumber(count);
    return plural(count, { one: `${items} item takes up ${size}.`, other: `${items} items take up ${size}.` });
  },
  storageWithTrash: (count: number, size: string, inTrash: number) => {
    const items = formatNumber(count);
    const itemsInTrash = formatNumber(inTrash);
    return plural(count, {
      one: `${items} item takes up ${size}, ${itemsInTrash} of them in the trash.`,
      other: `${items} items take up ${size}, ${itemsInTrash} of them in the trash.`,
    });
  },
  get storageHint() {
    return t`Images you uploaded and thumbnails are not counted.`;
  },
  types: {
    get all() {
      return t`All types`;
    },
    get video() {
      return t`From a prompt`;
    },
    get image_video() {
      return t`From an image`;
    },
    get restore() {
      return t`Restored photos`;
    },
  },
  statuses: {
    get all() {
      return t`Any status`;
    },
    get completed() {
      return t`Ready`;
    },
    get processing() {
      return t`In progress`;
    },
    get failed() {
      return t`Failed or canceled`;
    },
  },
  get view() {
    return t`View`;
  },
  views: {
    get cards() {
      return t`Large cards`;
    },
    get tiles() {
      return t`Small pictures`;
    },
  },
  get favorites() {
    return t`Favorites`;
  },
  get shared() {
    return t`Shared`;
  },
  get searchLabel() {
    return t`Search your prompts`;
  },
  get typeLabel() {
    return t`Type`;
  },
  get statusLabel() {
    return t`Status`;
  },
  get loading() {
    return t`Loading your library`;
  },
  get failed() {
    return t`We couldn’t load your library`;
  },
  get onThisDevice() {
    return t`Showing what is saved on this device.`;
  },
  get noneOnThisDevice() {
    return t`Nothing saved on this device matches.`;
  },
  stale: (time: string) => t`Could not refresh, showing data from ${time}`,
  get empty() {
    return t`Nothing here yet`;
  },
  get emptyHint() {
    return t`Write one sentence to create your first video.`;
  },
  get emptyFiltered() {
    return t`No results`;
  },
  get emptyFilteredHint() {
    return t`Try other words, or a different type or status.`;
  },
  get emptyFavorites() {
    return t`No favorites yet`;
  },
  get emptyFavoritesHint() {
    return t`Press the heart on a video or photo to find it here.`;
  },
  get emptyShared() {
    return t`Nothing is shared`;
  },
  get emptySharedHint() {
    return t`Create a link to a video or photo to show it to others.`;
  },
  get emptyCollection() {
    return t`This collection is empty`;
  },
  get emptyCollectionHint() {
    return t`Select videos and photos in your library and add them to it.`;
  },
  get emptyTrashed() {
    return t`Everything is in the trash`;
  },
  get emptyTrashedHint() {
    return t`You can put it back for ${days} days after you deleted it.`;
  },
  get openTrash() {
    return t`Open the trash`;
  },
  get undoDeletion() {
    return t`Undo the deletion`;
  },
  get putBackLatest() {
    return t`Put back the latest`;
  },
  get create() {
    return t`Make a video`;
  },
  get showAll() {
    return t`Clear filters`;
  },
  get more() {
    return t`Show more`;
  },
  get loadingMore() {
    return t`Loading more`;
  },
  open: (title: string) => t`Open ${title}`,
  preview: (title: string) => t`Preview of ${title}`,
  money: {
    held: (credits: string) => t`${credits} held`,
    captured: (credits: string) => credits,
    returned: (credits: string) => t`${credits} returned`,
    refunded: (credits: string) => t`${credits} refunded`,
  },
  get favorite() {
    return t`Favorite`;
  },
  get addFavorite() {
    return t`Add to favorites`;
  },
  get removeFavorite() {
    return t`Remove from favorites`;
  },
  get favoriteFailed() {
    return t`Your favorites could not be changed.`;
  },
  get download() {
    return t`Download`;
  },
  get report() {
    return t`Report this result`;
  },
  get reuse() {
    return t`Reuse prompt`;
  },
  get buyCredits() {
    return t`Buy credits`;
  },
  get details() {
    return t`Details`;
  },
  facts: {
    get prompt() {
      return t`Prompt`;
    },
    get model() {
      return t`Model`;
    },
    get duration() {
      return t`Duration`;
    },
    get quality() {
      return t`Quality`;
    },
    get aspectRatio() {
      return t`Aspect ratio`;
    },
    get camera() {
      return t`Camera motion`;
    },
    get style() {
      return t`Style`;
    },
    get negativePrompt() {
      return t`Negative prompt`;
    },
    get seed() {
      return t`Seed`;
    },
    get enhancement() {
      return t`Enhancement`;
    },
    get color() {
      return t`Color restoration`;
    },
    get price() {
      return t`Price`;
    },
    get yes() {
      return t`Yes`;
    },
    get no() {
      return t`No`;
    },
  },
  get editPrompt() {
    return t`Edit prompt`;
  },
  get choosePhoto() {
    return t`Choose another photo`;
  },
  get cancel() {
    return t`Cancel`;
  },
  get delete() {
    return t`Delete`;
  },
  get moved() {
    return t`Moved to the trash`;
  },
  get undo() {
    return t`Undo`;
  },
  get trash() {
    return t`Trash`;
  },
  bulk: {
    get start() {
      return t`Select`;
    },
    get toolbar() {
      return t`Selected videos and photos`;
    },
    select: (title: string) => t`Select ${title}`,
    selected: (count: number) => {
      const items = formatNumber(count);
      return plural(count, { one: `${items} selected`, other: `${items} selected` });
    },
    get all() {
      return t`Select all shown`;
    },
    get compare() {
      return t`Compare`;
    },
    get compareHint() {
      return t`Select two videos or two photos to compare them.`;
    },
    download: (count: number) => (count > 1 ? t`Download ${count} as ZIP` : t`Download as ZIP`),
    get tooMany() {
      return t`At most ${limit} fit into one ZIP file.`;
    },
    get end() {
      return t`Done`;
    },
    moved: (count: number) => {
      const items = formatNumber(count);
      return plural(count, { one: `${items} moved to the trash`, other: `${items} moved to the trash` });
    },
    notMoved: (count: number) => {
      const items = formatNumber(count);
      return plural(count, {
        one: `${items} could not be deleted. Please try again.`,
        other: `${items} could not be deleted. Please try again.`,
      });
    },
    notPutBack: (count: number) => {
      const items = formatNumber(count);
      return plural(count, {
        one: `${items} could not be put back. You can find them in the trash.`,
        other: `${items} could not be put back. You can find them in the trash.`,
      });
    },
  },
} as const;
