import type { ResourceKey } from 'i18next'
import common from '#locales/ar/common.json'
import home from '#locales/ar/home.json'
import nav from '#locales/ar/nav.json'
import toasts from '#locales/ar/toasts.json'

export const base = { common, home, nav, toasts }

export const rest = import.meta.glob<ResourceKey>(
  ['../../../locales/ar/*.json', '!../../../locales/ar/{common,home,nav,toasts,mail}.json'],
  { import: 'default' },
)
