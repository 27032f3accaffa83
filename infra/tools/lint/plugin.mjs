import { boundaries } from './boundaries.mjs';
import { browserImports } from './browser-imports.mjs';
import { noCircles } from './circles.mjs';
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
    'no-circles': noCircles,
    'message-in-function': messageInFunction,
    'untranslated-text': untranslatedText,
  },
};
