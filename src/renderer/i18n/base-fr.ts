import type { ResourceKey } from 'i18next'
import common from '#locales/fr/common.json'
import home from '#locales/fr/home.json'
import nav from '#locales/fr/nav.json'
import toasts from '#locales/fr/toasts.json'

export const base = { common, home, nav, toasts }

export const rest = import.meta.glob<ResourceKey>(
  ['../../../locales/fr/*.json', '!../../../locales/fr/{common,home,nav,toasts,mail}.json'],
  { import: 'default' },
)
