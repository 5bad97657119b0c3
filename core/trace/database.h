#pragma once
// SQLite, read only and distrusting the file: no views, triggers or virtual tables, bounded values, a stop between rows. Tables and
// columns are asked for before they are used, since they come and go with the versions of the program that wrote them.

#include "trace/input.h"

#include <functional>
#include <map>
#include <set>
#include <span>

struct sqlite3;
struct sqlite3_stmt;

namespace headroom {

// The values of one row, in the order of the columns asked for; a column that the table lacks is null.
class DatabaseRow
{
public:
    explicit DatabaseRow(sqlite3_stmt *statement) : m_statement(statement) {}
    bool isNull(int column) const;
    std::int64_t number(int column) const; // 0 for null
    std::string text(int column) const;    // empty for null

private:
    sqlite3_stmt *m_statement;
};

class Database
{
public:
    static Result<Database> open(const TraceInput &input);
    Database(Database &&other) noexcept;
    Database &operator=(Database &&) = delete;
    ~Database();

    bool has(const std::string &table) const { return m_columns.contains(table); }
    bool has(const std::string &table, const std::string &column) const;
    std::vector<std::string> tables() const;

    // Calls `row` for every row of a table; false ends it. Nothing happens if there is no such table.
    Result<void> each(const std::string &table, std::span<const std::string_view> columns, const std::function<bool(const DatabaseRow &)> &row) const;

private:
    Database(sqlite3 *database, const TraceInput &input) : m_database(database), m_file(input.file()), m_stop(input.options().stop) {}
    Result<void> readSchema();
    tl::unexpected<Issues> error(const std::string &table) const;
    Result<void> run(const std::string &table, const std::string &query, const std::function<bool(const DatabaseRow &)> &row) const;

    sqlite3 *m_database = nullptr;
    std::string m_file;
    std::stop_token m_stop;
    std::map<std::string, std::set<std::string>> m_columns; // by table
};

} // namespace headroom
