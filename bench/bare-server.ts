import Fastify from 'fastify';
import pg from 'pg';

/**
 * The reference of bench/http: the same SQL behind a Fastify route with nothing around it. No key, no scope,
 * no validation, no log. Prints its port when it listens.
 */

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
const server = Fastify();

server.get<{ Params: { id: string } }>('/companies/:id', async (request) => {
  const { rows } = await pool.query({
    name: 'read',
    text: `select id, name, description, timezone, default_country as "defaultCountry", metadata,
             created_by_key_id as "createdByKeyId", created_at as "createdAt", updated_at as "updatedAt"
           from companies where id = $1 and created_by_key_id = $2`,
    values: [request.params.id, process.env.BENCH_KEY_ID],
  });
  return rows[0];
});

server.post<{ Body: Record<string, unknown> }>('/companies', async (request, reply) => {
  const now = new Date();
  const { name, description, timezone, defaultCountry, metadata } = request.body;
  const id = crypto.randomUUID();
  await pool.query({
    name: 'write',
    text: `insert into companies (id, name, description, timezone, default_country, metadata, created_by_key_id, created_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [id, name, description, timezone, defaultCountry, metadata, process.env.BENCH_KEY_ID, now, now],
  });
  return reply
    .status(201)
    .send({ id, name, description, timezone, defaultCountry, metadata, createdAt: now, updatedAt: now });
});

await server.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.stdout.write('listening\n');
