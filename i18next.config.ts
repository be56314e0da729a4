import { defineConfig } from 'i18next-cli'

/** `i18next-cli extract --ci` finds keys that the code uses and a file lacks; `lint` finds text that is not translated. */
export default defineConfig({
  locales: ['en', 'ar', 'fr'],
  extract: {
    input: ['src/renderer/**/*.{ts,tsx}'],
    // The page of the kit shows invented texts, only to developers.
    ignore: ['**/*.test.ts', '**/*.test.tsx', '**/features/dev-ui/**'],
    output: 'locales/{{language}}/{{namespace}}.json',
    defaultNS: 'common',
    primaryLanguage: 'en',
    sort: false,
    indentation: 2,
    // Keys are also used by the main process and the server, and by name (`problems:` + code), so none is removed here;
    // i18n/locales.test.ts compares the languages with each other.
    removeUnusedKeys: false,
  },
  lint: {
    ignore: ['**/*.test.ts', '**/*.test.tsx', '**/features/dev-ui/**'],
    // Proper names and symbols that every language writes alike.
    ignoredTags: ['code'],
  },
})
