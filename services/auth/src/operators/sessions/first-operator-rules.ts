import { type EnvironmentRule, isPlaceholder } from '@luit/platform/security/production-rules';
import { passwordWeakness } from '../../records/users/password-policy';

/** NIST SP 800-63B-4, 3.1.1.2 asks for 15 if a password is the only factor; 12 is enough with our attempt limits. */
const MIN_CHARACTERS = 12;

/** Production mode rejects an operator password that matches any of these checks. */
const FAULTS: [isFault: (password: string, email: string) => boolean, message: string][] = [
  [(password) => isPlaceholder(password), 'is still a placeholder'],
  [(password) => password.length < MIN_CHARACTERS, `is shorter than ${MIN_CHARACTERS} characters`],
  [(password) => new Set(password).size < MIN_CHARACTERS / 2, 'has too few different characters'],
  [
    (password, email) => email !== '' && password.toLowerCase().includes(email.toLowerCase()),
    'contains the email address',
  ],
  [
    (password, email) => password.toLowerCase().startsWith(`${email.split('@')[0]?.toLowerCase()}@`),
    'is an email address',
  ],
];

/** The first operator can do everything, so production mode rejects a password that is easy to guess. */
export const firstAdminPassword: EnvironmentRule = ({ ADMIN_PASSWORD, ADMIN_EMAIL = '' }) => {
  if (!ADMIN_PASSWORD) return [];
  return FAULTS.filter(([isFault]) => isFault(ADMIN_PASSWORD, ADMIN_EMAIL)).map(
    ([, message]) => `ADMIN_PASSWORD: ${message}; generate one with openssl rand -base64 18`,
  );
};

export const bothOrNeither: EnvironmentRule = ({ ADMIN_EMAIL, ADMIN_PASSWORD }) =>
  Boolean(ADMIN_EMAIL) === Boolean(ADMIN_PASSWORD) ? [] : ['ADMIN_EMAIL, ADMIN_PASSWORD: set both or neither'];

/** Applies in every mode: the first operator has to meet the password policy of users. */
export const acceptableToAuth: EnvironmentRule = ({ ADMIN_PASSWORD, ADMIN_EMAIL = '' }) => {
  const weakness = ADMIN_PASSWORD && passwordWeakness(ADMIN_PASSWORD, ADMIN_EMAIL);
  return weakness ? [`ADMIN_PASSWORD: ${weakness}`] : [];
};

/** Money is at stake outside local mode, so the second factor cannot be switched off there. */
export const requiredSecondFactor: EnvironmentRule = ({ OPERATOR_SECOND_FACTOR }) =>
  OPERATOR_SECOND_FACTOR === 'optional' ? ['OPERATOR_SECOND_FACTOR: `optional` needs LUIT_MODE=local'] : [];
