import { boundaries } from './boundaries.mjs';
import { browserImports } from './browser-imports.mjs';
import { conditionalText } from './conditional-text.mjs';
import { deadline } from './deadline.mjs';
import { messageInFunction, untranslatedText } from './untranslated-text.mjs';

export default {
  meta: { name: 'luit' },
  rules: {
    boundaries,
    'browser-imports': browserImports,
    'conditional-text': conditionalText,
    deadline,
    'message-in-function': messageInFunction,
    'untranslated-text': untranslatedText,
  },
};
