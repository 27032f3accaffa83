import type { GatewayConfig } from '../config';
import { filesOriginOf } from '../storage/files/file-links.service';

type Origins = Pick<GatewayConfig, 'checkoutOrigins' | 'filesUrl' | 'webUrl'>;

/** Only this document runs the payment provider's script. Pages with a checkout embed it in a frame. */
const CHECKOUT_PATH = '/checkout';
/** Library pages with inline styles: Swagger UI and Bull Board. */
const TOOLS = ['/api/docs', '/api/admin/queues/board'];

/**
 * Hashes of the only style element that pages add at run time, the toasts of sonner 2.0.8: first empty, then filled. Browser
 * tests fail on a policy violation, so they detect when a new version needs another hash.
 */
const TOAST_STYLES = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='",
];

type DocumentHeaders = Record<'content-security-policy' | 'x-frame-options', string>;

/**
 * Returns the headers that control what a document may load and who may frame it, by path. Only the checkout document
 * allows the payment provider; every other page loads files of this site only.
 */
export function documentHeaders(config: Origins): (path: string) => DocumentHeaders {
  const page = headersOf(pageDirectives(config), config);
  const operators = headersOf(operatorDirectives(config), config);
  const tool = headersOf({ ...pageDirectives(config), 'style-src': ["'self'", "'unsafe-inline'"] }, config);
  const checkout = headersOf(checkoutDirectives(config), config);
  return (path) => {
    if (path === CHECKOUT_PATH) return checkout;
    if (TOOLS.some((tool) => isUnder(path, tool))) return tool;
    return isUnder(path, '/admin') ? operators : page;
  };
}

function isUnder(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

type Directives = Record<string, string[]>;

function pageDirectives(origins: Origins): Directives {
  const { webUrl } = origins;
  const files = [filesOriginOf(origins) ?? []].flat();
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", ...TOAST_STYLES],
    // Prerendered pages contain `style` attributes.
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...files],
    'media-src': ["'self'", 'data:', 'blob:', ...files],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", webUrl.replace(/^http/, 'ws'), ...files],
    'frame-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
}

/** Browsers do not treat styles set by scripts as inline styles, so operators' pages need no exception. */
function operatorDirectives(config: Origins): Directives {
  return {
    ...pageDirectives(config),
    'default-src': ["'none'"],
    'style-src-attr': ["'none'"],
    'frame-src': ["'none'"],
    'base-uri': ["'none'"],
  };
}

/** The provider's script adds a frame and inline styles to the page. */
function checkoutDirectives(config: Origins): Directives {
  const { checkoutOrigins } = config;
  const own = pageDirectives(config);
  const extended = ['script-src', 'img-src', 'connect-src', 'frame-src', 'form-action'] as const;
  return {
    ...own,
    ...Object.fromEntries(extended.map((name) => [name, [...(own[name] ?? []), ...checkoutOrigins]])),
    'style-src': ["'self'", "'unsafe-inline'"],
    'frame-ancestors': ["'self'"],
  };
}

/** Adds `upgrade-insecure-requests` only if the site uses TLS. */
function headersOf(directives: Directives, { webUrl }: Pick<GatewayConfig, 'webUrl'>): DocumentHeaders {
  const parts = Object.entries(directives).map(([name, sources]) => [name, ...sources].join(' '));
  const upgrade = webUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : [];
  const isFramed = directives['frame-ancestors']?.includes("'self'") ?? false;
  return {
    'content-security-policy': [...parts, ...upgrade].join(';'),
    'x-frame-options': isFramed ? 'SAMEORIGIN' : 'DENY',
  };
}
