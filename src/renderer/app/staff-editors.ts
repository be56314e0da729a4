/** Editors that show what they write as the public page draws it. Features do not know each other, so they meet here. */
import { type ComponentType, createElement } from 'react'

type Loaded = Promise<{ readonly Component: ComponentType }>

export async function eventEditor(page: 'NewEventPage' | 'EditEventPage'): Loaded {
  const [pages, { EventDetails }] = await Promise.all([
    import('../features/staff-events/event-editor-page.tsx'),
    import('../features/events/event-details.tsx'),
  ])
  return { Component: () => createElement(pages[page], { Preview: EventDetails }) }
}

export async function newsEditor(page: 'NewArticlePage' | 'EditArticlePage'): Loaded {
  const [pages, { Article }] = await Promise.all([
    import('../features/staff-news/news-editor-page.tsx'),
    import('../features/news/article.tsx'),
  ])
  return { Component: () => createElement(pages[page], { Preview: Article }) }
}
