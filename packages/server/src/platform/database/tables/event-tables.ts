/** Rows of events and the webhooks that receive them. */
export interface EventTables {
  /** The database itself sets the columns `id` and, on PostgreSQL, `transaction_id`, which are left out here. */
  events: {
    type: string
    at: string
    collection: string | null
    item_id: string | null
    locale: string | null
    slug: string | null
    previous_slug: string | null
    /** 1 if visitors can see the change */
    is_live: number
    /** after-hooks that it calls, as JSON; null for most events */
    hooks: string | null
  }
  webhooks: {
    id: string
    url: string
    /** this and the following two limit the events: names as JSON; null: all */
    types: string | null
    collections: string | null
    locales: string | null
    description: string | null
    secret: string
    /** the secret before the last change, which also signs until `former_until` */
    former_secret: string | null
    former_until: string | null
    pause_reason: string | null
    /** the first failure since the last success; null if there is none */
    failing_since: string | null
    /** the `number` of its last delivery */
    last_number: number
    /** the plugin whose hooks its deliveries call; null for a webhook */
    plugin_id: string | null
    created_at: string
    updated_at: string
  }
  webhook_deliveries: {
    id: string
    webhook_id: string
    /** counts the deliveries of the webhook, in their order */
    number: number
    /** deliveries of one lane are sent one after the other */
    lane: string
    type: string
    event_count: number
    body: string
    state: 'pending' | 'delivered' | 'failed'
    attempts: number
    /** when it is sent next; null for all but the first pending one of a lane */
    try_at: string | null
    /** when `try_at` was written, to notice a clock that was set back */
    try_set_at: string | null
    /** the id of the claim of a process; null before a claim, and after its outcome was recorded */
    lease: string | null
    created_at: string
    tried_at: string | null
    ended_at: string | null
    duration: number | null
    status: number | null
    failure: string | null
    answer: string | null
  }
}
