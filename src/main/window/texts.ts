/** Texts of menu and dialogs, from the same files as every other text. */
import ar from '#locales/ar/desktopMenu.json'
import en from '#locales/en/desktopMenu.json'
import fr from '#locales/fr/desktopMenu.json'
import type { Language } from '#shared/domain/text/languages.ts'

export type ShellTexts = typeof en
const TEXTS: Readonly<Record<Language, ShellTexts>> = { en, ar, fr }

export const shellTexts = (language: Language): ShellTexts => TEXTS[language]
