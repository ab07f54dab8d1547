// The records and rows of the oracles of full-domain generalisation: Adult with its hierarchies in
// the folder of real data (arx_adult).
#pragma once

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "lethe/algo/lattice/records.h"
#include "lethe/knowledge/hierarchies/level_table.h"

namespace lethe::test {

inline std::vector<std::string> fields_of(const std::string& line, char separator) {
    std::vector<std::string> fields;
    std::string field;
    std::istringstream stream(line);
    while (std::getline(stream, field, separator)) fields.push_back(field);
    if (!line.empty() && line.back() == separator) fields.emplace_back();
    return fields;
}

inline std::vector<std::vector<std::string>> lines_of(const std::string& path, char separator) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error("cannot read " + path);
    std::vector<std::vector<std::string>> lines;
    std::string line;
    while (std::getline(file, line)) {
        if (!line.empty() && line.back() == '\r') line.pop_back();
        if (!line.empty()) lines.push_back(fields_of(line, separator));
    }
    return lines;
}

class AdultLattice {
  public:
    explicit AdultLattice(std::string folder) : folder_(std::move(folder)) {
        rows_ = lines_of(folder_ + "/adult.csv", ';');
        names_ = rows_.front();
        rows_.erase(rows_.begin());
        for (const std::string& name : names_) {
            tables_[name] =
                LevelTable{lines_of(folder_ + "/adult_hierarchy_" + name + ".csv", ';')};
        }
    }

    const std::string& folder() const { return folder_; }

    // `released`: all, adult_subset.csv, rows_N.txt. `sensitive`: "-" or the column that is one.
    lattice::Records records(const std::string& sensitive, const std::string& released) const {
        const std::vector<std::size_t> rows = released_rows(released);
        lattice::Records records;
        Problems problems;
        for (std::size_t j = 0; j < names_.size(); ++j) {
            if (names_[j] == sensitive) continue;
            lattice::Levels levels = lattice::levels_of(names_[j], tables_.at(names_[j]), problems);
            const std::vector<std::int32_t> codes = lines_in(j, tables_.at(names_[j]));
            auto& own = records.lines.emplace_back();
            for (const std::size_t row : rows) own.push_back(codes[row]);
            if (released != "all") records.population.push_back(codes);
            records.columns.push_back(std::move(levels));
        }
        throw_if_any(problems);
        records.file_rows = std::ssize(rows_);
        if (sensitive != "-") add_sensitive(sensitive, rows, records);
        return records;
    }

  private:
    std::vector<std::int32_t> lines_in(std::size_t column, const LevelTable& table) const {
        std::map<std::string, std::int32_t> line_of;
        for (std::size_t i = 0; i < table.lines.size(); ++i) {
            line_of[table.lines[i][0]] = static_cast<std::int32_t>(i);
        }
        std::vector<std::int32_t> lines;
        for (const auto& row : rows_) lines.push_back(line_of.at(row[column]));
        return lines;
    }

    void add_sensitive(const std::string& name, const std::vector<std::size_t>& rows,
                       lattice::Records& records) const {
        const auto column = static_cast<std::size_t>(std::find(names_.begin(), names_.end(), name) -
                                                     names_.begin());
        std::map<std::string, std::int32_t> codes;
        for (const auto& row : rows_) codes[row[column]] = 0;
        LevelTable tree;
        lattice::Counted counted;
        counted.name = name;
        for (auto& [value, code] : codes) {
            code = counted.values++;
            for (const auto& line : tables_.at(name).lines) {
                if (line[0] == value) tree.lines.push_back(line);
            }
        }
        for (const std::size_t row : rows) counted.codes.push_back(codes.at(rows_[row][column]));
        counted.count_reference();
        Problems problems;
        counted.tree = lattice::levels_of(name, tree, problems);
        throw_if_any(problems);
        records.counted.push_back(std::move(counted));
    }

    std::vector<std::size_t> released_rows(const std::string& released) const {
        std::vector<std::size_t> rows;
        if (released == "all") {
            for (std::size_t i = 0; i < rows_.size(); ++i) rows.push_back(i);
        } else if (released.ends_with(".txt")) {
            for (const auto& line : lines_of(folder_ + "/" + released, ';')) {
                rows.push_back(std::stoul(line[0]));
            }
        } else {
            std::map<std::vector<std::string>, std::vector<std::size_t>> equal;
            for (std::size_t i = rows_.size(); i-- > 0;) equal[rows_[i]].push_back(i);
            auto lines = lines_of(folder_ + "/" + released, ';');
            for (std::size_t i = 1; i < lines.size(); ++i) {
                auto& left = equal.at(lines[i]);
                rows.push_back(left.back());
                left.pop_back();
            }
            std::sort(rows.begin(), rows.end());
        }
        return rows;
    }

    std::string folder_;
    std::vector<std::string> names_;
    std::vector<std::vector<std::string>> rows_;
    std::map<std::string, LevelTable> tables_;
};

}  // namespace lethe::test
