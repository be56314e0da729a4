import type { ResourceKey } from 'i18next'
import common from '#locales/en/common.json'
import home from '#locales/en/home.json'
import nav from '#locales/en/nav.json'
import toasts from '#locales/en/toasts.json'

export const base = { common, home, nav, toasts }

export const rest = import.meta.glob<ResourceKey>(
  ['../../../locales/en/*.json', '!../../../locales/en/{common,home,nav,toasts,mail}.json'],
  { import: 'default' },
)
